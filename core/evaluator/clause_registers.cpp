// Terms in registers: taking them apart, building them, and handing them over in calls.
#include "evaluator/clause_planner.hpp"
#include "evaluator/error.hpp"

namespace woodstock::evaluator {

void ClausePlanner::hand_over(const Shape& shape, const Pattern& pattern, Step& call,
                              std::vector<std::pair<Register, Pattern>>& received) {
  if (shape.kind == Shape::kGiven) call.in.push_back(build(pattern));
  if (shape.kind == Shape::kWanted) {
    received.emplace_back(fresh(), pattern);
    call.out.push_back(received.back().first);
  }
  for (std::size_t i = 0; i < shape.parts.size(); ++i)
    hand_over(shape.parts[i], pattern.args[i], call, received);
}

void ClausePlanner::receive(const std::vector<std::pair<Register, Pattern>>& received) {
  for (const auto& [at, pattern] : received) match(at, pattern);
}

void ClausePlanner::match(Register at, const Pattern& pattern) {
  if (pattern.kind == Pattern::kVariable && register_of_[pattern.id] == kUnbound) {
    register_of_[pattern.id] = at;
  } else if (pattern.kind != Pattern::kCompound) {
    const auto other = build(pattern);
    step(Step::kEqual, at, other);
  } else {
    std::vector<Register> parts;
    for (std::size_t i = 0; i < pattern.args.size(); ++i) parts.push_back(fresh());
    step(Step::kTake, at, pattern.id, parts[0]);
    for (std::size_t i = 0; i < parts.size(); ++i) match(parts[i], pattern.args[i]);
  }
}

ClausePlanner::Register ClausePlanner::build(const Pattern& pattern) {
  if (pattern.kind == Pattern::kVariable) return register_of_[pattern.id];
  if (pattern.kind == Pattern::kConstant) {
    const auto found = constants_.find(pattern.id);
    if (found != constants_.end()) return found->second;
    const auto at = fresh();
    result.image.back() = pattern.id;
    return constants_[pattern.id] = at;
  }
  std::vector<Register> args;
  for (const auto& part : pattern.args) args.push_back(build(part));
  const auto at = fresh();
  step(Step::kBuild, at, pattern.id).in = std::move(args);
  return at;
}

ClausePlanner::Register ClausePlanner::fresh() {
  if (result.image.size() >= kUnbound) throw EvaluationError("a rule has too many terms");
  result.image.push_back(0);
  return static_cast<Register>(result.image.size() - 1);
}

Step& ClausePlanner::step(Step::Kind kind, Id a, Id b, Id c) {
  Step added{};
  added.kind = kind;
  added.a = a;
  added.b = b;
  added.c = c;
  result.steps.push_back(std::move(added));
  return result.steps.back();
}

}  // namespace woodstock::evaluator
