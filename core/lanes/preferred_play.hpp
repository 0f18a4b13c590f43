// Random moves by preference: every move has a rank, and a lane chooses evenly among its legal moves whose
// rank is at most that of its best legal move plus a patience T that it draws anew for each choice, T = i
// with probability 1/2^(i+1). So each rank that a move is behind halves its chances, about, as with Gibbs
// sampling (Finnsson & Björnsson 2010, move-average sampling), whatever else is legal; and all of it is row
// logic.
//
// The rank of a move may depend on the state: a small decision tree over fluents says which it is. Chance
// has no preferences: its moves stay as likely as the rules say.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "lanes/lanes.hpp"
#include "lanes/ranking.hpp"

namespace woodstock::lanes {

class PreferredPlay {
 public:
  // `rankings` has one for each move; of the moves that the policy leaves those of a good rank are preferred.
  // Throws std::invalid_argument if they do not fit the game.
  PreferredPlay(std::shared_ptr<const Lanes> lanes, std::vector<Ranking> rankings,
                LanePolicy policy = LanePolicy::kUniform);

  PreferredPlay(const PreferredPlay&) = delete;
  PreferredPlay& operator=(const PreferredPlay&) = delete;

  const Lanes& lanes() const { return *lanes_; }
  const std::vector<Ranking>& rankings() const { return rankings_; }
  // Of a task with random moves; compiled when first needed.
  const LaneCode& code(std::uint32_t phase, LaneTask task) const;
  // Row operations of a step, in relation to even choice of what the policy leaves, in the mean over the
  // phases.
  double price() const;

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<const LaneCode> code;
  };

  std::shared_ptr<const Lanes> lanes_;
  std::vector<Ranking> rankings_;
  LanePolicy policy_;
  mutable std::vector<Slot> slots_;  // phase × kPlay or kRecord
};

}  // namespace woodstock::lanes
