// The decisive moves of all phases of a game, as far as they are worth their price in row operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "circuit/decisive.hpp"
#include "circuit/phases.hpp"
#include "lanes/lowering.hpp"
#include "lanes/results.hpp"

namespace woodstock::lanes {

class DecisivePlay {
 public:
  using PhaseCircuits = std::function<const circuit::Circuit&(std::uint32_t phase)>;

  // Gate inputs looked at for all phases once, at most: two tenths of a second, and there are four such
  // rounds.
  static constexpr std::size_t kMostWork = 2'000'000;

  DecisivePlay(const circuit::Circuit& game, const circuit::Phases& phases, const PhaseCircuits& circuits,
               const Layout& layout, std::size_t most_work = kMostWork);

  // What `asked` comes to in this game: a policy that costs too much, or of which nothing can be said, gives
  // way to uniform choice. (Wins taken without a defence against them misjudge: connect four got weaker.)
  LanePolicy available(LanePolicy asked) const { return available_[static_cast<std::size_t>(asked)]; }
  // Null where nothing is known of a phase.
  const circuit::DecisiveMoves* moves(LanePolicy policy, std::uint32_t phase) const;
  // Whether a stage tells cheaply which of its successors are threatened.
  bool tells_threats() const { return tells_threats_; }

 private:
  LanePolicy available_[kLanePolicies] = {};
  bool tells_threats_ = false;
  std::vector<std::optional<circuit::DecisiveMoves>> moves_[kLanePolicies];  // by phase
};

}  // namespace woodstock::lanes
