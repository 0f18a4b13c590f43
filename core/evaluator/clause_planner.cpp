#include "evaluator/clause_planner.hpp"

#include <algorithm>

#include "evaluator/error.hpp"

namespace woodstock::evaluator {

namespace {

constexpr int kMostShapeDepth = 3;  // deeper compounds are handed over whole: shapes must not grow for ever

void each_variable(const Pattern& pattern, const auto& visit) {
  if (pattern.kind == Pattern::kVariable) visit(pattern.id);
  for (const auto& part : pattern.args) each_variable(part, visit);
}

}  // namespace

bool ClausePlanner::plan(const std::vector<Shape>& shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (!fit(shapes[i], clause_.head[i])) return false;
  register_of_.assign(clause_.variables, kUnbound);
  for (std::size_t i = 0; i < shapes.size(); ++i) collect(shapes[i], clause_.head[i]);
  left_ = clause_.body;
  for (const auto& [at, pattern] : given_) match(at, pattern);
  while (!left_.empty()) {
    std::size_t best = left_.size();
    double least = 0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (!possible(left_[i])) continue;
      considered_ = &left_[i];
      const double value = rank(left_[i]);
      if (best == left_.size() || value < least) {
        best = i;
        least = value;
      }
    }
    considered_ = nullptr;
    if (best == left_.size()) throw EvaluationError("a variable of a rule is bound by nothing");
    const auto literal = std::move(left_[best]);
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(best));
    if (literal.kind == Literal::kAtom && is_lookup(literal)) {
      const auto rows = lookup(literal);
      if (rows.source == Access::kFacts && program_.facts(rows.relation).rows == 0) {
        if (literal.positive) return false;
        continue;
      }
    }
    add(literal);
  }
  std::vector<Register> answer;
  for (const auto& pattern : wanted_) answer.push_back(build(pattern));
  step(Step::kEmit).in = std::move(answer);
  return true;
}

// Makes the head agree with a compound shape: the clause is specialised where the head has a variable.
bool ClausePlanner::fit(const Shape& shape, const Pattern& head) {
  if (shape.kind != Shape::kCompound) return true;
  if (head.kind == Pattern::kVariable) {
    Pattern compound{Pattern::kCompound, shape.functor, {}};
    for (std::size_t i = 0; i < shape.parts.size(); ++i)
      compound.args.push_back({Pattern::kVariable, clause_.variables++, {}});
    const Id variable = head.id;  // `head` is about to change
    substitute(variable, compound);
    return fit(shape, head);
  }
  if (head.kind == Pattern::kConstant) {
    const auto& term = program_.terms()[head.id];
    if (term.functor != shape.functor) return false;
    for (std::size_t i = 0; i < shape.parts.size(); ++i)
      if (!fit(shape.parts[i], {Pattern::kConstant, term.args[i], {}})) return false;
    return true;
  }
  if (head.id != shape.functor) return false;
  for (std::size_t i = 0; i < shape.parts.size(); ++i)
    if (!fit(shape.parts[i], head.args[i])) return false;
  return true;
}

void ClausePlanner::substitute(Id variable, const Pattern& by) {
  const auto replace = [&](const auto& self, Pattern& pattern) -> void {
    if (pattern.kind == Pattern::kVariable && pattern.id == variable)
      pattern = by;
    else
      for (auto& part : pattern.args) self(self, part);
  };
  for (auto& pattern : clause_.head) replace(replace, pattern);
  for (auto& literal : clause_.body)
    for (auto& pattern : literal.args) replace(replace, pattern);
}

void ClausePlanner::collect(const Shape& shape, const Pattern& head) {
  switch (shape.kind) {
    case Shape::kGiven:
      given_.emplace_back(fresh(), head);
      break;
    case Shape::kWanted:
      wanted_.push_back(head);
      break;
    case Shape::kIgnored:
      break;
    case Shape::kCompound:
      for (std::size_t i = 0; i < shape.parts.size(); ++i) {
        if (head.kind == Pattern::kCompound)
          collect(shape.parts[i], head.args[i]);
        else
          collect(shape.parts[i], {Pattern::kConstant, program_.terms()[head.id].args[i], {}});
      }
  }
}

bool ClausePlanner::bound(const Pattern& pattern) const {
  if (pattern.kind == Pattern::kVariable) return register_of_[pattern.id] != kUnbound;
  return std::all_of(pattern.args.begin(), pattern.args.end(),
                     [this](const Pattern& part) { return bound(part); });
}

int ClausePlanner::occurrences(Id variable, const Pattern& pattern) const {
  int found = 0;
  each_variable(pattern, [&](Id each) { found += each == variable; });
  return found;
}

int ClausePlanner::occurrences(Id variable, const std::vector<Pattern>& patterns) const {
  int found = 0;
  for (const auto& pattern : patterns) found += occurrences(variable, pattern);
  return found;
}

bool ClausePlanner::ignorable(Id variable, const std::vector<Pattern>& args) const {
  if (occurrences(variable, args) > 1 || occurrences(variable, wanted_) > 0) return false;
  return std::all_of(left_.begin(), left_.end(), [&](const Literal& literal) {
    return &literal == considered_ || occurrences(variable, literal.args) == 0;
  });
}

bool ClausePlanner::possible(const Literal& literal) const {
  const auto& args = literal.args;
  if (literal.kind == Literal::kDistinct)
    return literal.positive ? bound(args[0]) && bound(args[1]) : bound(args[0]) || bound(args[1]);
  if (literal.positive) return true;
  // What occurs here only is read "for no value"; all else has to be bound first.
  bool ready = true;
  for (const auto& pattern : args)
    each_variable(pattern, [&](Id variable) {
      if (register_of_[variable] != kUnbound) return;
      int places = occurrences(variable, clause_.head) - occurrences(variable, args);
      for (const auto& other : clause_.body) places += occurrences(variable, other.args);
      ready &= places == 0;
    });
  return ready;
}

bool ClausePlanner::is_lookup(const Literal& literal) const {
  return literal.predicate == program_.predicates().holds ||
         literal.predicate == program_.predicates().does || program_.facts_of(literal.predicate) != kNone;
}

ClausePlanner::Lookup ClausePlanner::lookup(const Literal& literal) const {
  if (literal.predicate == program_.predicates().does) return {Access::kMoves, 0, literal.args};
  if (literal.predicate != program_.predicates().holds)
    return {Access::kFacts, program_.facts_of(literal.predicate), literal.args};
  const auto& fluent = literal.args[0];
  if (fluent.kind == Pattern::kCompound) return {Access::kFluents, fluent.id, fluent.args};
  if (fluent.kind == Pattern::kConstant) {
    const auto& term = program_.terms()[fluent.id];
    if (term.arity > 0) {
      Lookup result{Access::kFluents, term.functor, {}};
      for (std::uint16_t i = 0; i < term.arity; ++i)
        result.args.push_back({Pattern::kConstant, term.args[i], {}});
      return result;
    }
  }
  return {Access::kFluents, kAnyFluent, {fluent}};
}

Shape ClausePlanner::shape(const Pattern& pattern, const std::vector<Pattern>& args, int depth) const {
  if (pattern.kind == Pattern::kConstant) return {Shape::kGiven, 0, {}};
  if (pattern.kind == Pattern::kVariable) {
    if (bound(pattern)) return {Shape::kGiven, 0, {}};
    return {ignorable(pattern.id, args) ? Shape::kIgnored : Shape::kWanted, 0, {}};
  }
  if (depth >= kMostShapeDepth) return {bound(pattern) ? Shape::kGiven : Shape::kWanted, 0, {}};
  Shape result{Shape::kCompound, pattern.id, {}};
  for (const auto& part : pattern.args) result.parts.push_back(shape(part, args, depth + 1));
  return result;
}

void ClausePlanner::add(const Literal& literal) {
  if (literal.kind == Literal::kDistinct)
    add_equation(literal);
  else if (is_lookup(literal))
    add_lookup(literal);
  else
    add_call(literal);
}

void ClausePlanner::add_equation(const Literal& literal) {
  const auto& left = literal.args[0];
  const auto& right = literal.args[1];
  if (literal.positive) {
    const auto a = build(left), b = build(right);
    step(Step::kUnequal, a, b);
  } else if (bound(left)) {
    match(build(left), right);
  } else {
    match(build(right), left);
  }
}

void ClausePlanner::add_lookup(const Literal& literal) {
  const auto rows = lookup(literal);
  Access access{rows.source, rows.relation, {}};
  if (rows.source == Access::kFluents)
    access.relation = planner_.fluent_relation(rows.relation, rows.args.size());
  std::vector<std::size_t> read;  // columns that say more than that there is a row
  for (std::size_t i = 0; i < rows.args.size(); ++i) {
    const auto& arg = rows.args[i];
    if (bound(arg))
      access.columns.push_back(static_cast<std::uint8_t>(i));
    else if (arg.kind == Pattern::kCompound || !ignorable(arg.id, rows.args))
      read.push_back(i);
  }
  if (!literal.positive && !read.empty()) return add_negated_auxiliary(literal);
  std::vector<Register> key;
  for (const auto column : access.columns) key.push_back(build(rows.args[column]));
  const Id number = planner_.access(access);
  const auto kind = !literal.positive ? Step::kAbsent : read.empty() ? Step::kExists : Step::kScan;
  std::vector<std::pair<Register, Pattern>> received;
  std::vector<Register> out;
  for (const auto column : read) {
    received.emplace_back(fresh(), rows.args[column]);
    out.push_back(static_cast<Register>(column));
    out.push_back(received.back().first);
  }
  auto& added = step(kind, number);
  added.in = std::move(key);
  added.out = std::move(out);
  receive(received);
}

void ClausePlanner::add_call(const Literal& literal) {
  std::vector<Shape> shapes;
  bool wants = false;
  for (const auto& arg : literal.args) {
    shapes.push_back(shape(arg, literal.args, 0));
    each_leaf(shapes.back(), [&](Shape::Kind kind) { wants |= kind == Shape::kWanted; });
  }
  if (!literal.positive && wants) return add_negated_auxiliary(literal);
  Step call{};
  call.kind = !literal.positive ? Step::kNot : wants ? Step::kCall : Step::kTest;
  call.a = planner_.procedure(literal.predicate, shapes);
  std::vector<std::pair<Register, Pattern>> received;
  for (std::size_t i = 0; i < shapes.size(); ++i) hand_over(shapes[i], literal.args[i], call, received);
  result.steps.push_back(std::move(call));
  receive(received);
}

// "For no value" of variables that have to be compared: asked of a procedure that finds one.
void ClausePlanner::add_negated_auxiliary(const Literal& literal) {
  Clause clause;
  clause.predicate = clause_.predicate;
  clause.variables = clause_.variables;
  Step call{};
  call.kind = Step::kNot;
  std::vector<Id> handed;
  for (const auto& arg : literal.args)
    each_variable(arg, [&](Id variable) {
      if (register_of_[variable] == kUnbound) return;
      if (std::find(handed.begin(), handed.end(), variable) != handed.end()) return;
      handed.push_back(variable);
      clause.head.push_back({Pattern::kVariable, variable, {}});
      call.in.push_back(register_of_[variable]);
    });
  clause.body.push_back(literal);
  clause.body.back().positive = true;
  call.a = planner_.auxiliary(std::move(clause), program_.lifetime(literal.predicate));
  result.steps.push_back(std::move(call));
}

}  // namespace woodstock::evaluator
