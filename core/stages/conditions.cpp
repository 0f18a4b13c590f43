#include "stages/conditions.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace woodstock::stages {

using namespace csp;

Condition holds(const StageLiteral& literal, bool truth) {
  return {literal.variable, literal.negated == truth, {literal.value}};
}

Table table_of(const std::vector<Conditions>& rows, const std::vector<std::uint32_t>& sizes) {
  Table table;
  for (const auto& row : rows)
    for (const auto& condition : row)
      if (std::find(table.scope.begin(), table.scope.end(), condition.variable) == table.scope.end())
        table.scope.push_back(condition.variable);
  std::sort(table.scope.begin(), table.scope.end());
  for (const auto& row : rows) {
    std::vector<std::optional<ValueSet>> merged(table.scope.size());
    auto possible = true;
    for (const auto& condition : row) {
      const auto column = static_cast<std::size_t>(
          std::lower_bound(table.scope.begin(), table.scope.end(), condition.variable) - table.scope.begin());
      auto values = condition.values;
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
      auto& cell = merged[column];
      if (!cell) {
        cell = ValueSet{condition.complement, std::move(values)};
      } else {
        std::vector<ValueId> result;
        const auto out = std::back_inserter(result);
        auto& known = cell->values;
        if (cell->complement && condition.complement)
          std::set_union(known.begin(), known.end(), values.begin(), values.end(), out);
        else if (cell->complement)
          std::set_difference(values.begin(), values.end(), known.begin(), known.end(), out);
        else if (condition.complement)
          std::set_difference(known.begin(), known.end(), values.begin(), values.end(), out);
        else
          std::set_intersection(known.begin(), known.end(), values.begin(), values.end(), out);
        cell = ValueSet{cell->complement && condition.complement, std::move(result)};
      }
      const auto size = sizes[condition.variable];
      if (cell->complement && cell->values.size() + 1 >= size) {  // nothing or one value is left: name it
        std::vector<ValueId> left;
        for (ValueId a = 0; a < size; ++a)
          if (!std::binary_search(cell->values.begin(), cell->values.end(), a)) left.push_back(a);
        cell = ValueSet{false, left};
      }
      possible = possible && (cell->complement || !cell->values.empty());
    }
    if (!possible) continue;
    for (const auto& cell : merged) {
      if (!cell || (cell->complement && cell->values.empty())) {
        table.cells.push_back(Table::kStar);
      } else if (!cell->complement && cell->values.size() == 1) {
        table.cells.push_back(static_cast<std::int32_t>(cell->values[0]));
      } else {
        table.cells.push_back(Table::kFirstSet - static_cast<std::int32_t>(table.sets.size()));
        table.sets.push_back(*cell);
      }
    }
  }
  return table;
}

}  // namespace woodstock::stages
