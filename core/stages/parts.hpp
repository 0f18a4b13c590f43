// A stage split into its hard part, a CSP, and its chance part, a smaller µSCSP (000 §4.2.1, Algorithms 1 and
// 2; 003 §4.2).
//
// The papers' stages have one constraint over chance's action. Ours have auxiliary variables as well, and
// variables at t + 1 that are settled by what chance does (003 §3.3: "such variables express fluents for
// which the value is propagated by the next constraint"): a constraint belongs to the chance part if one of
// its variables is chance's action or settled by it.
#pragma once

#include <cstdint>
#include <vector>

#include "csp/preprocess.hpp"
#include "stages/template.hpp"

namespace woodstock::stages {

struct StagePart {
  csp::Csp csp;
  std::vector<csp::VariableId> variables;  // what each of its variables is in the preprocessed stage
  std::vector<csp::VariableId> numbers;    // the other way round, or Preprocessed::kBound

  csp::VariableId number(csp::VariableId x) const { return numbers[x]; }
  bool has(csp::VariableId x) const { return numbers[x] != csp::Preprocessed::kBound; }
};

class StageParts {
 public:
  explicit StageParts(const StageTemplate& stage);

  // Of a variable of the template.
  bool after_chance(csp::VariableId x) const { return after_chance_[x] != 0; }
  // Algorithm 1: the constraints without any stochastic variable, and all variables that are not settled by
  // one.
  StagePart hard(const csp::Preprocessed& stage) const;
  // Algorithm 2: the constraints with one. Auxiliary variables in them come with their definitions, so that
  // the decisions of the chance part are actions.
  StagePart chance(const csp::Preprocessed& stage) const;

 private:
  bool is_chance(const csp::Preprocessed& stage, const csp::Table& table) const;

  const StageTemplate& template_;
  std::vector<std::uint8_t> after_chance_;
};

}  // namespace woodstock::stages
