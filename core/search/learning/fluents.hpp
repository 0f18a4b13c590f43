// Which fluents hold in the words of a state.
#pragma once

#include <bit>
#include <cstdint>

namespace woodstock::search::learning {

inline bool holds(const std::uint64_t* state, std::uint32_t fluent) {
  return (state[fluent / 64] >> (fluent % 64) & 1U) != 0;
}

// Calls `visit` with each fluent that holds, in ascending order.
template <class Visit>
void for_each_fluent(const std::uint64_t* state, std::uint32_t words, const Visit& visit) {
  for (std::uint32_t word = 0; word < words; ++word)
    for (auto bits = state[word]; bits != 0; bits &= bits - 1)
      visit(64 * word + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

}  // namespace woodstock::search::learning
