#include "csp/table.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::csp {

bool Table::cell_allows(std::int32_t cell, ValueId value) const {
  if (cell == kStar) return true;
  if (cell >= 0) return static_cast<ValueId>(cell) == value;
  const auto& set = sets[static_cast<std::size_t>(kFirstSet - cell)];
  const auto listed = std::find(set.values.begin(), set.values.end(), value) != set.values.end();
  return listed != set.complement;
}

bool Table::row_allows(std::uint32_t row, const std::vector<ValueId>& values) const {
  for (std::uint32_t column = 0; column < arity(); ++column)
    if (!cell_allows(cell(row, column), values[scope[column]])) return false;
  return true;
}

void Csp::add_table(Table table) {
  if (table.scope.empty()) throw std::invalid_argument("a table needs a scope");
  if (table.cells.size() % table.scope.size() != 0)
    throw std::invalid_argument("a table needs as many cells a row as its scope has variables");
  auto sorted = table.scope;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    throw std::invalid_argument("a variable occurs twice in a scope");
  if (sorted.back() >= sizes.size()) throw std::invalid_argument("a table uses an unknown variable");
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const auto cell = table.cells[i];
    const auto size = sizes[table.scope[i % table.scope.size()]];
    const auto unknown = [&](ValueId value) { return value >= size; };
    if (cell >= 0 && unknown(static_cast<ValueId>(cell)))
      throw std::invalid_argument("a table has a value outside its variable's domain");
    if (cell > Table::kFirstSet) continue;
    const auto number = static_cast<std::size_t>(Table::kFirstSet - cell);
    if (number >= table.sets.size()) throw std::invalid_argument("a cell names an unknown set");
    if (std::any_of(table.sets[number].values.begin(), table.sets[number].values.end(), unknown))
      throw std::invalid_argument("a table has a value outside its variable's domain");
  }
  tables.push_back(std::move(table));
}

bool Csp::satisfied(const std::vector<ValueId>& values) const {
  return std::all_of(tables.begin(), tables.end(), [&](const Table& table) {
    for (std::uint32_t row = 0; row < table.rows(); ++row)
      if (table.row_allows(row, values)) return true;
    return false;
  });
}

}  // namespace woodstock::csp
