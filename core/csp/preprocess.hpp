// The preprocessing of 003 §4.1 and 000 §4.2 on a problem under its present domains: what was assigned is
// projected onto every constraint, unary constraints are gone into the domains, constraints over one scope
// are one, and universal variables have left the constraints that they do not matter to. Singleton arc
// consistency, the last of the passes, is sac.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "csp/domain.hpp"
#include "csp/table.hpp"

namespace woodstock::csp {

struct Preprocessed {
  static constexpr VariableId kBound = 0xffffffff;

  Csp csp;                                          // over the variables with a choice left
  std::vector<VariableId> variables;                // what each of them is in the problem …
  std::vector<std::vector<ValueId>> values;         // … and what its values are there
  std::vector<VariableId> numbers;                  // per variable of the problem: in `csp`, or kBound
  std::vector<std::vector<std::uint32_t>> origins;  // per table: the problem's tables in it
  std::uint32_t merged = 0;                         // tables that went into another one
  std::uint32_t universal = 0;                      // variables that left a constraint
};

// The domains must be arc consistent: a constraint with one open variable then says nothing that they do not.
Preprocessed preprocess(const Csp& csp, const Domains& domains);

}  // namespace woodstock::csp
