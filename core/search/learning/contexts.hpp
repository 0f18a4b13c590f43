// What a fluent is worth depends on who is to move: the weights of an evaluation come in contexts. A context
// is told by fluents that hold exactly when a certain role chooses, else by the phase of the game (fluents
// that cycle on their own), else there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lanes/lanes.hpp"

namespace woodstock::search::learning {

class Contexts {
 public:
  // Only one.
  Contexts() = default;
  // Context i where fluent i of those is the first that holds, one more where none does.
  static Contexts by_fluents(std::vector<std::uint32_t> fluents);
  static Contexts by_phase(std::shared_ptr<const lanes::Lanes> lanes);

  std::uint32_t count() const { return count_; }
  std::uint32_t of(const std::uint64_t* state) const {
    if (lanes_) return lanes_->phase_of({state, lanes_->state_words()});
    for (std::uint32_t i = 0; i < fluents_.size(); ++i)
      if (state[fluents_[i] / 64] >> (fluents_[i] % 64) & 1U) return i;
    return count_ - 1;
  }
  std::span<const std::uint32_t> fluents() const { return fluents_; }
  // "mover", "phase" or "one".
  std::string_view kind() const { return lanes_ ? "phase" : fluents_.empty() ? "one" : "mover"; }

 private:
  std::uint32_t count_ = 1;
  std::vector<std::uint32_t> fluents_;
  std::shared_ptr<const lanes::Lanes> lanes_;
};

}  // namespace woodstock::search::learning
