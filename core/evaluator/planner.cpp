#include "evaluator/planner.hpp"

#include <algorithm>

#include "base/components.hpp"
#include "evaluator/clause_planner.hpp"

namespace woodstock::evaluator {

std::string Shape::text() const {
  if (kind != kCompound) return {static_cast<char>(kind)};
  std::string result = "(" + std::to_string(functor);
  for (const auto& part : parts) result += ' ' + part.text();
  return result + ")";
}

namespace {

void count(const Shape& shape, Procedure& procedure) {
  procedure.given += shape.kind == Shape::kGiven;
  procedure.wanted += shape.kind == Shape::kWanted;
  for (const auto& part : shape.parts) count(part, procedure);
}

}  // namespace

Id Planner::procedure(Id predicate, const std::vector<Shape>& shapes) {
  std::string signature;
  for (const auto& shape : shapes) signature += shape.text();
  const auto [found, fresh] =
      numbers_.try_emplace({predicate, signature}, static_cast<Id>(code.procedures.size()));
  if (!fresh) return found->second;
  Procedure procedure;
  procedure.predicate = predicate;
  procedure.signature = std::to_string(predicate) + " " + signature;
  procedure.lifetime = program_.lifetime(predicate);
  for (const auto& shape : shapes) count(shape, procedure);
  code.procedures.push_back(std::move(procedure));
  Task task{found->second, shapes, {}};
  for (const Id clause : program_.clauses_of(predicate))
    task.clauses.push_back(program_.clauses().clauses[clause]);
  tasks_.push_back(std::move(task));
  return found->second;
}

Id Planner::auxiliary(Clause clause, Lifetime lifetime) {
  const auto number = static_cast<Id>(code.procedures.size());
  Procedure procedure;
  procedure.predicate = clause.predicate;
  procedure.signature = "auxiliary " + std::to_string(number);
  procedure.lifetime = lifetime;
  procedure.given = static_cast<std::uint16_t>(clause.head.size());
  code.procedures.push_back(std::move(procedure));
  std::vector<Shape> shapes(clause.head.size(), Shape{Shape::kGiven, 0, {}});
  tasks_.push_back({number, std::move(shapes), {std::move(clause)}});
  return number;
}

void Planner::finish() {
  while (!tasks_.empty()) {
    const auto task = std::move(tasks_.back());
    tasks_.pop_back();
    std::vector<Plan> plans;
    for (const auto& clause : task.clauses) {
      ClausePlanner planner(*this, program_, clause);
      if (planner.plan(task.shapes)) plans.push_back(std::move(planner.result));
    }
    code.procedures[task.procedure].plans = std::move(plans);
  }
  mark_recursion();
}

Id Planner::access(const Access& access) {
  const auto found = std::find(code.accesses.begin(), code.accesses.end(), access);
  if (found != code.accesses.end()) return static_cast<Id>(found - code.accesses.begin());
  code.accesses.push_back(access);
  if (access.source == Access::kFacts && !access.columns.empty())
    program_.index(access.relation, access.columns);  // so that machines find it
  return static_cast<Id>(code.accesses.size() - 1);
}

Id Planner::fluent_relation(Id functor, std::size_t arity) {
  auto& known = code.fluent_functors;
  const auto found = std::find(known.begin(), known.end(), functor);
  if (found != known.end()) return static_cast<Id>(found - known.begin());
  known.push_back(functor);
  code.fluent_arities.push_back(static_cast<std::uint16_t>(arity));
  return static_cast<Id>(known.size() - 1);
}

// How many rows a look-up is expected to find: the mean over the keys of the sample states.
double Planner::fluent_rows(Id functor, const Columns& columns) {
  const auto [found, fresh] = fluent_rows_.try_emplace({functor, columns}, 0.0);
  if (!fresh) return found->second;
  double rows = 0, keys = 0;
  for (const auto& state : sample_) {
    Relation relation;
    for (const Id fluent : state->fluents) {
      const auto& term = program_.terms()[fluent];
      if (functor != kAnyFluent && term.functor != functor) continue;
      relation.arity = functor == kAnyFluent ? 1 : term.arity;
      relation.add(functor == kAnyFluent ? &fluent : term.args);
    }
    if (relation.arity == 0) continue;
    Index index(columns);
    index.update(relation);
    rows += relation.rows;
    keys += index.keys();
  }
  if (columns.empty())
    found->second = rows / static_cast<double>(std::max<std::size_t>(1, sample_.size()));
  else
    found->second = keys > 0 ? rows / keys : 0.5;
  return found->second;
}

double Planner::fact_rows(Id relation, const Columns& columns) const {
  const auto& facts = program_.facts(relation);
  if (columns.empty() || facts.rows == 0) return facts.rows;
  return static_cast<double>(facts.rows) / program_.index(relation, columns).keys();
}

void Planner::mark_recursion() {
  const auto calls = [](const Step& step) {
    return step.kind == Step::kCall || step.kind == Step::kTest || step.kind == Step::kNot;
  };
  std::vector<std::vector<Id>> graph(code.procedures.size());
  for (Id node = 0; node < graph.size(); ++node)
    for (const auto& plan : code.procedures[node].plans)
      for (const auto& step : plan.steps)
        if (calls(step)) graph[node].push_back(step.a);
  const auto component = components(graph);
  for (Id node = 0; node < graph.size(); ++node)
    for (auto& plan : code.procedures[node].plans)
      for (auto& step : plan.steps)
        if (calls(step) && component[step.a] == component[node]) {
          step.inside = true;
          code.procedures[step.a].recursive = code.procedures[node].recursive = true;
        }
}

}  // namespace woodstock::evaluator
