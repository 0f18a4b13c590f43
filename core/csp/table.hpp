// Extensional constraints with short rows, and the plain description of a constraint problem.
#pragma once

#include <cstdint>
#include <vector>

#include "csp/domain.hpp"

namespace woodstock::csp {

// A set of values a cell stands for: those listed, or all but those.
struct ValueSet {
  bool complement;
  std::vector<ValueId> values;
};

// Rows of `scope.size()` cells each. A cell is a value (>= 0), kStar, or kFirstSet - i for sets[i].
struct Table {
  static constexpr std::int32_t kStar = -1;
  static constexpr std::int32_t kFirstSet = -2;

  std::vector<VariableId> scope;
  std::vector<std::int32_t> cells;
  std::vector<ValueSet> sets;

  std::uint32_t arity() const { return static_cast<std::uint32_t>(scope.size()); }
  std::uint32_t rows() const {
    return scope.empty() ? 0 : static_cast<std::uint32_t>(cells.size() / scope.size());
  }
  std::int32_t cell(std::uint32_t row, std::uint32_t column) const { return cells[row * arity() + column]; }
  bool cell_allows(std::int32_t cell, ValueId value) const;
  bool row_allows(std::uint32_t row, const std::vector<ValueId>& values) const;
};

// Variables (by the size of their domains) and tables. Tables are best listed so that those that determine a
// variable come before those that use it: propagation takes the lowest number first.
struct Csp {
  std::vector<std::uint32_t> sizes;
  std::vector<Table> tables;

  VariableId add_variable(std::uint32_t size) {
    sizes.push_back(size);
    return static_cast<VariableId>(sizes.size() - 1);
  }
  // Checks scope and cells; throws std::invalid_argument.
  void add_table(Table table);
  // Every constraint checked on a complete assignment.
  bool satisfied(const std::vector<ValueId>& values) const;
};

}  // namespace woodstock::csp
