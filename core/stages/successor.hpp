// The state that a stage's variables at t + 1 describe.
#pragma once

#include <cstdint>
#include <span>

#include "stages/template.hpp"

namespace woodstock::stages {

// `value(x)` is the value of a variable; bit f of the words becomes fluent f.
template <typename Value>
void write_successor(const StageTemplate& stage, Value value, std::span<std::uint64_t> words) {
  for (auto& word : words) word = 0;
  const auto& members = stage.members();
  for (std::uint32_t number = 0; number < members.size(); ++number) {
    const auto x = stage.next_variable(number);
    const auto& fluents = members[number];
    const csp::ValueId chosen = value(x);
    if (fluents.size() == 1 && stage.csp().sizes[x] == 2) {
      words[fluents[0] / 64] |= std::uint64_t{chosen} << fluents[0] % 64;
    } else if (fluents[chosen] != StageTemplate::kNoFluent) {
      words[fluents[chosen] / 64] |= std::uint64_t{1} << fluents[chosen] % 64;
    }
  }
}

}  // namespace woodstock::stages
