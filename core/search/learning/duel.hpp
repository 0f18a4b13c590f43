// Games between two evaluations, many at once, each choosing by two plies of full width. Every opening is
// played twice with the sides exchanged, so that its luck cancels out.
#pragma once

#include <cstdint>
#include <memory>

#include "lanes/lanes.hpp"
#include "search/budget.hpp"
#include "search/learning/linear_evaluation.hpp"

namespace woodstock::search::learning {

struct DuelScore {
  double points = 0;  // of the first evaluation: one for a game in which its roles get more, half where equal
  std::uint32_t games = 0;

  double share() const { return games > 0 ? points / games : 0.5; }
};

// Games that the budget cuts short do not count.
DuelScore play_duel(const std::shared_ptr<const lanes::Lanes>& lanes, const LinearEvaluation& first,
                    const LinearEvaluation& second, std::uint32_t games, std::uint64_t seed,
                    const Budget& budget);

}  // namespace woodstock::search::learning
