#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings/csp.hpp"
#include "stages/chance_search.hpp"
#include "stages/policy_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace csp;
using namespace stages;

namespace {

using Conditions = std::vector<std::tuple<ValueId, std::optional<VariableId>, ValueId>>;

Distribution table_distribution(VariableId variable, std::int64_t denominator, std::vector<VariableId> scope,
                                std::vector<std::int32_t> cells, const TableSets& sets,
                                std::vector<std::int64_t> weights, std::uint32_t rows) {
  Distribution distribution;
  distribution.variable = variable;
  distribution.denominator = denominator;
  distribution.rows = table_of(std::move(scope), std::move(cells), sets);
  distribution.weights = std::move(weights);
  distribution.row_count = rows;
  if (distribution.rows.cells.size() != std::size_t{rows} * distribution.rows.scope.size())
    throw nb::value_error("a distribution needs as many cells a row as its scope has variables");
  return distribution;
}

Distribution uniform_distribution(VariableId variable, std::int64_t denominator,
                                  const Conditions& conditions) {
  Distribution distribution;
  distribution.variable = variable;
  distribution.denominator = denominator;
  distribution.uniform = true;
  for (const auto& [value, other, required] : conditions)
    distribution.conditions.push_back({value, other, required});
  return distribution;
}

// Checks what Csp::add_table checks, with the sizes of a problem.
void check(const Csp& csp, const Distribution& distribution) {
  const auto unknown = [&](VariableId x) { return x >= csp.sizes.size(); };
  if (unknown(distribution.variable)) throw nb::value_error("a distribution of an unknown variable");
  for (const auto x : distribution.scope())
    if (unknown(x)) throw nb::value_error("a distribution depends on an unknown variable");
  const auto size = csp.sizes[distribution.variable];
  for (const auto& condition : distribution.conditions)
    if (condition.value >= size) throw nb::value_error("a distribution of an unknown value");
  if (!distribution.uniform && distribution.weights.size() != std::size_t{distribution.row_count} * size)
    throw nb::value_error("a distribution needs a weight per value in each row");
}

void check(const Csp& csp, const std::vector<Distribution>& distributions) {
  for (const auto& distribution : distributions) check(csp, distribution);
}

}  // namespace

void bind_policy(nb::module_& module) {
  nb::class_<Distribution>(module, "Distribution", "P(variable | scope), as weights over one denominator.")
      .def_static("table", &table_distribution, "variable"_a, "denominator"_a, "scope"_a, "cells"_a, "sets"_a,
                  "weights"_a, "rows"_a, "The first row that matches gives a weight per value.")
      .def_static("uniform", &uniform_distribution, "variable"_a, "denominator"_a, "conditions"_a,
                  "(value, variable or None, required): the value may occur if the variable has that value.");
  nb::class_<ChanceSearch>(module, "ChanceSearch", "Stochastic forward checking of a chance part.")
      .def(
          "__init__",
          [](ChanceSearch* self, const Csp& csp, std::vector<VariableId> decisions,
             std::vector<Distribution> distributions, std::int64_t high, std::uint64_t low) {
            check(csp, distributions);
            for (const auto x : decisions)
              if (x >= csp.sizes.size()) throw nb::value_error("a decision on an unknown variable");
            new (self) ChanceSearch(csp, std::move(decisions), std::move(distributions), Wide::of(high, low));
          },
          "csp"_a, "decisions"_a, "distributions"_a, "need_high"_a, "need_low"_a,
          "`need`, in two words, is the threshold times the product of the denominators.")
      .def(
          "next",
          [](ChanceSearch& self, std::optional<double> seconds) -> nb::object {
            std::optional<ChancePolicy> found;
            {
              const nb::gil_scoped_release unlocked;
              found = self.next(deadline_of(seconds));
            }
            if (!found) return nb::none();
            return nb::make_tuple(found->decisions, python_int(found->satisfaction));
          },
          "seconds"_a = nb::none(),
          nb::sig("def next(self, seconds: float | None = None) -> tuple[list[int], int] | None"),
          "The decisions of the next policy and its satisfaction, times the product of the denominators.")
      .def_prop_ro("counters", &ChanceSearch::counters);
  nb::class_<JudgedTable>(module, "JudgedTable", "A table judged when its last variable is set.")
      .def(
          "__init__",
          [](JudgedTable* self, std::vector<VariableId> scope, std::vector<std::int32_t> cells,
             const TableSets& sets, std::vector<std::int64_t> utilities) {
            new (self) JudgedTable{table_of(std::move(scope), std::move(cells), sets), std::move(utilities)};
          },
          "scope"_a, "cells"_a, "sets"_a, "utilities"_a = std::vector<std::int64_t>{});
  nb::class_<PolicySearch>(module, "PolicySearch", "Bounds on what the policies of a network bring.")
      .def(
          "__init__",
          [](PolicySearch* self, const Csp& csp, std::vector<Distribution> distributions,
             std::vector<JudgedTable> judged, std::uint32_t players, bool satisfaction, std::int64_t unit) {
            check(csp, distributions);
            for (const auto& table : judged) {
              auto copy = csp;
              copy.tables.clear();
              copy.add_table(table.rows);  // checks scope and cells
              if (!table.utilities.empty() &&
                  table.utilities.size() != std::size_t{table.rows.rows()} * players)
                throw nb::value_error("a utility per player is needed in each row");
            }
            new (self)
                PolicySearch(csp, std::move(distributions), std::move(judged), players, satisfaction, unit);
          },
          "csp"_a, "distributions"_a, "judged"_a, "players"_a, "satisfaction"_a, "unit"_a)
      .def(
          "bound",
          [](PolicySearch& self, const std::vector<ValueId>& first, bool alive,
             std::optional<double> seconds) -> nb::object {
            std::optional<PolicySearch::Utilities> found;
            {
              const nb::gil_scoped_release unlocked;
              found = self.bound(first, alive, deadline_of(seconds));
            }
            if (!found) return nb::none();
            nb::list utilities;
            for (const auto utility : *found) utilities.append(python_int(utility));
            return nb::make_tuple(utilities,
                                  python_int(self.scale(static_cast<std::uint32_t>(first.size()))));
          },
          "first"_a, "alive"_a, "seconds"_a = nb::none(),
          nb::sig("def bound(self, first: Sequence[int], alive: bool, seconds: float | None = None) -> "
                  "tuple[list[int], int] | None"),
          "(utilities, scale) with the first variables set; divide by the scale and the unit. Raises "
          "OutOfTime and OverflowError.")
      .def_prop_ro("nodes", &PolicySearch::nodes);
}

}  // namespace woodstock::bindings
