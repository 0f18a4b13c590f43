// Which pairs of fluents an evaluation lacks: those that hold where it errs to one side. For every pair the
// errors of positions in which it holds are summed up; by chance such a sum is about the root of their
// number, and pairs of which it is much more get a weight. That is the score test for a feature more, and to
// add features by it while learning is grafting (Perkins, Lacker & Theiler 2003); conjunctions as features of
// a linear evaluation are Buro's (GLEM, 1999).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "search/budget.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/learning/replay_buffer.hpp"
#include "search/learning/symmetry.hpp"

namespace woodstock::search::learning {

// About so many, the most telling first; all that are tied together, or none of them, and no more than an
// evaluation may have. Nothing if the budget's time ran out.
std::optional<std::vector<Pair>> find_pairs(const LinearEvaluation& evaluation, const ReplayBuffer& positions,
                                            std::span<const Symmetry> symmetries, std::size_t wanted,
                                            const Budget& budget);

}  // namespace woodstock::search::learning
