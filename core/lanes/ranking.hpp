// How much a move is preferred, by the fluents that hold: a decision tree with ranks at its leaves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::lanes {

// Ranks are 0, the best, to kRanks - 1.
inline constexpr std::uint32_t kRanks = 8;

struct Ranking {
  struct Node {
    std::int32_t fluent = -1;             // -1: a leaf
    std::uint32_t without = 0, with = 0;  // where to go on
    std::uint8_t rank = 0;                // of a leaf
  };
  std::vector<Node> nodes{1};  // the first is the root; children come after their parents

  // The leaf of a state.
  std::uint32_t leaf(std::span<const std::uint64_t> state) const {
    std::uint32_t at = 0;
    while (nodes[at].fluent >= 0) {
      const auto fluent = static_cast<std::uint32_t>(nodes[at].fluent);
      at = state[fluent / 64] >> fluent % 64 & 1 ? nodes[at].with : nodes[at].without;
    }
    return at;
  }
};

}  // namespace woodstock::lanes
