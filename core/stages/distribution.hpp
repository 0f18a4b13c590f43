// The conditional distribution of a stochastic variable (2016 §3.1), with natural weights over one
// denominator. Either a table of short rows, the first that matches counts, or uniform over the values whose
// condition holds (2016 §3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "csp/table.hpp"

namespace woodstock::stages {

struct Distribution {
  struct Condition {
    csp::ValueId value;
    std::optional<csp::VariableId> variable;  // none: the value may always occur
    csp::ValueId required;
  };

  csp::VariableId variable = 0;
  std::int64_t denominator = 1;
  // A table: rows.scope are the variables it depends on; a row's weights follow those of the row before.
  csp::Table rows;
  std::uint32_t row_count = 0;  // rows.rows() is 0 without a scope
  std::vector<std::int64_t> weights;
  // Or conditions: the denominator is a multiple of every number of values that may occur together.
  std::vector<Condition> conditions;
  bool uniform = false;

  std::vector<csp::VariableId> scope() const;
  // Per value of the variable its weight, given the values of the scope; `values` is indexed by variable.
  void weigh(const std::vector<csp::ValueId>& values, std::vector<std::int64_t>& out) const;
};

}  // namespace woodstock::stages
