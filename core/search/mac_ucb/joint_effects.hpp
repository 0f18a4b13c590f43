// What moves add to the mean of a stage where several choose, and what joint actions are worth by that. A
// joint action has few playouts of its own, a move has those of all joint actions that it is part of, so the
// noise of the former is told from what is known of the latter. Outcomes that are solved stay as they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/mac_ucb/outcomes.hpp"

namespace woodstock::search::mac_ucb {

class JointEffects {
 public:
  // `size` numbers per outcome; `counts`: moves of each decider, the last one's running fastest. What the
  // effects of its moves come to counts as much as `worth` playouts of an outcome.
  void smooth(const Outcomes& outcomes, std::span<const std::uint32_t> counts, std::size_t size, float worth);

  const float* value(std::uint32_t outcome) const { return values_.data() + outcome * size_; }

 private:
  void find_effects(const Outcomes& outcomes, std::span<const std::uint32_t> counts, float worth);
  void step(std::span<const std::uint32_t> counts);

  std::size_t size_ = 1;
  std::vector<float> values_, mean_, effects_, weights_;
  std::vector<std::uint32_t> moves_;  // of the outcome at hand, numbered through
};

}  // namespace woodstock::search::mac_ucb
