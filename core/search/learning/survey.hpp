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
#include "search/payoffs.hpp"

namespace woodstock::search::learning {

class Survey {
 public:
  Survey(std::shared_ptr<const lanes::Lanes> lanes, const Payoffs& payoffs, std::uint64_t seed);

  // Goes on until it is done, true, or until the budget's time is out.
  bool run(const Budget& budget);
  // Why nothing can be learned; empty if it can, or as far as is known.
  const std::string& objection() const { return objection_; }
  // Once it is done.
  Contexts contexts() const;

 private:
  struct Game {
    std::vector<std::uint64_t> state;
    std::uint32_t plies = 0;
    bool over = false;
  };
  void note_mover(std::uint32_t role, const std::uint64_t* state);

  std::shared_ptr<const lanes::Lanes> lanes_;
  Payoffs payoffs_;
  Random random_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneExpansions expansions_;
  std::vector<Game> games_;
  std::string objection_;
  std::vector<std::uint64_t> choices_;               // per role: states in which it chooses
  std::vector<std::vector<std::uint64_t>> holding_;  // per role and fluent: of these, those in which it holds
  bool done_ = false;
};

}  // namespace woodstock::search::learning
