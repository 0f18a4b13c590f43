// Which literal of a clause comes next: what each is expected to cost and to yield.
#include <algorithm>
#include <cmath>

#include "evaluator/clause_planner.hpp"

namespace woodstock::evaluator {

namespace {

constexpr double kTestPasses = 0.4;  // how often a test is expected to succeed

}  // namespace

// Below 0: makes the work that follows less. The lower, the sooner.
double ClausePlanner::rank(const Literal& literal) const {
  if (literal.kind == Literal::kDistinct) return -10;
  // Negation within a relation's own recursion comes last: it may run in a circle where others say no.
  if (!literal.positive && program_.same_component(literal.predicate, clause_.predicate)) return 1e9;
  return is_lookup(literal) ? rank_of_lookup(literal) : rank_of_call(literal);
}

double ClausePlanner::rank_of_lookup(const Literal& literal) const {
  if (!literal.positive) return -0.5;
  const auto rows = lookup(literal);
  Columns columns;
  double passes = 1;
  bool wants = false;
  for (std::size_t i = 0; i < rows.args.size(); ++i) {
    const auto& arg = rows.args[i];
    if (bound(arg))
      columns.push_back(static_cast<std::uint8_t>(i));
    else if (arg.kind == Pattern::kCompound)
      passes *= 0.5, wants = true;
    else
      wants |= !ignorable(arg.id, rows.args);
  }
  if (rows.source == Access::kMoves) {
    const auto roles = static_cast<double>(std::max<std::size_t>(1, program_.roles().size()));
    return std::log(std::max(0.01, passes * (columns.empty() ? roles : 1))) - 0.3;
  }
  if (columns.size() == rows.args.size()) return kTestPasses - 1;
  const double found =
      passes * (rows.source == Access::kFacts ? planner_.fact_rows(rows.relation, columns)
                                              : planner_.fluent_rows(rows.relation, columns));
  if (!wants && !columns.empty()) return kTestPasses - 1;
  return found < 1 ? (found - 1) / (1 + found) : std::log(found);
}

double ClausePlanner::rank_of_call(const Literal& literal) const {
  std::string signature = std::to_string(literal.predicate) + " ";
  int given = 0, wanted = 0;
  for (const auto& arg : literal.args) {
    const auto whole = shape(arg, literal.args, 0);
    signature += whole.text();
    each_leaf(whole, [&](Shape::Kind kind) {
      given += kind == Shape::kGiven;
      wanted += kind == Shape::kWanted;
    });
  }
  // What was never tried is thought to be good, so that practice tries it.
  double found = wanted ? (given ? 2 + 0.5 * wanted : 8 + 4 * wanted) : 0.5, cost = 20;
  const auto known = planner_.experiences_.find(signature);
  if (known != planner_.experiences_.end() && known->second.calls > 0) {
    const auto& [calls, answers, work] = known->second;
    found = answers / calls;
    cost = 2 + found + work / calls;
    if (!wanted) found = 0.1 + 0.8 * found;
  }
  if (!literal.positive) found = 1 - std::min(1.0, found);
  return found < 1 ? (found - 1) / cost : std::log(found) + 1e-3 * std::min(cost, 100.0);
}

}  // namespace woodstock::evaluator
