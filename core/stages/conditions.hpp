// Tables written as conditions on variables.
#pragma once

#include <cstdint>
#include <vector>

#include "csp/table.hpp"

namespace woodstock::stages {

// A condition on one variable: it has the value, or (negated) it has not.
struct StageLiteral {
  csp::VariableId variable = 0;
  csp::ValueId value = 0;
  bool negated = false;
};

// The variable has one of the values, or (complement) none of them.
struct Condition {
  csp::VariableId variable;
  bool complement;
  std::vector<csp::ValueId> values;
};
using Conditions = std::vector<Condition>;

// That a literal is true, or that it is false.
Condition holds(const StageLiteral& literal, bool truth);

// A table from rows of conditions: conditions on one variable are intersected, rows that allow nothing are
// dropped. `sizes` are those of the variables' domains.
csp::Table table_of(const std::vector<Conditions>& rows, const std::vector<std::uint32_t>& sizes);

}  // namespace woodstock::stages
