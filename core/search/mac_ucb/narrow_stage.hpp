// Stages with more joint actions than can be expanded: each role keeps the moves that look best after random
// play, chance a random sample of its own, as many as fit (progressive widening, Coulom 2007, in one step).
#pragma once

#include <cstdint>
#include <span>

#include "lanes/lanes.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/payoffs.hpp"

namespace woodstock::search::mac_ucb {

struct NarrowStage {
  std::size_t limit;                         // joint actions
  std::uint32_t playouts = kNarrowPlayouts;  // at least, and …
  std::uint32_t each = kNarrowEach;          // … so many per move of the role with the most

  // The best part of a stage, in the order of a full expansion. False if the limits cut the playouts short.
  bool expand(const lanes::Lanes& lanes, const Payoffs& payoffs, std::span<const std::uint64_t> state,
              std::uint64_t seed, const lanes::LaneLimits& limits, lanes::LaneExpansion& expansion) const;
};

}  // namespace woodstock::search::mac_ucb
