// Random games that show whether an evaluation can be learned for a game at all, and which fluents tell who
// is to move.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "lanes/lanes.hpp"
#include "search/budget.hpp"
#include "search/learning/contexts.hpp"
#include "search/learning/exclusions.hpp"
#include "search/payoffs.hpp"

namespace woodstock::search::learning {

class Survey {
 public:
  // With patterns, those of the game are looked for.
  Survey(std::shared_ptr<const lanes::Lanes> lanes, const Payoffs& payoffs, bool patterns,
         std::uint64_t seed);

  // Goes on until it is done, true, or until the budget's time is out.
  bool run(const Budget& budget);
  // Why nothing can be learned; empty if it can, or as far as is known.
  const std::string& objection() const { return objection_; }
  // Once it is done.
  Contexts contexts() const;
  // With their blockers.
  std::vector<Pattern> patterns() const { return exclusions_.with_blockers(patterns_); }
  // Of the stages met, in the mean.
  double mean_joints() const { return stages_ > 0 ? static_cast<double>(joints_) / stages_ : 1; }

 private:
  struct Game {
    std::vector<std::uint64_t> state;
    std::uint32_t plies = 0;
    bool over = false;
  };
  double telling(std::uint32_t fluent, std::uint32_t player) const;
  void note_mover(std::uint32_t role, const std::uint64_t* state);

  std::shared_ptr<const lanes::Lanes> lanes_;
  Payoffs payoffs_;
  Random random_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneExpansions expansions_;
  std::vector<Game> games_;
  std::string objection_;
  std::vector<Pattern> patterns_;
  Exclusions exclusions_;
  std::vector<std::uint64_t> choices_;               // per role: states in which it chooses
  std::vector<std::vector<std::uint64_t>> holding_;  // per role and fluent: of these, those in which it holds
  std::uint64_t stages_ = 0, joints_ = 0;
  bool done_ = false;
};

}  // namespace woodstock::search::learning
