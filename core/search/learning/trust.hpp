// How far an evaluation is to be trusted: on games of self-play that it has not learned from, how much of the
// outcomes it explains, beside random playouts (decisive ones, where they can be had) from the same
// positions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lanes/lanes.hpp"
#include "lanes/preferred_play.hpp"
#include "search/budget.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/learning/options.hpp"

namespace woodstock::search::learning {

struct Trust {
  double net = 0;                 // R² of outcomes on the evaluation's logits, the mean over heads
  double playouts = 0;            // R² of outcomes on the logits of playouts' means
  std::vector<double> preferred;  // the same of playouts by preferences, one after the other
  double variance = 0;            // of the outcomes
  std::uint32_t positions = 0, games = 0;

  double ratio() const { return playouts > 0 ? net / playouts : net > 0 ? 1e9 : 0; }
};

// What the budget allows of so many games, with one position in `kTrustEvery`.
Trust compare_with_playouts(const std::shared_ptr<const lanes::Lanes>& lanes,
                            const LinearEvaluation& evaluation, const LearnerOptions& options,
                            std::uint32_t games, std::uint64_t seed, const Budget& budget,
                            std::span<const std::shared_ptr<const lanes::PreferredPlay>> preferred = {});

}  // namespace woodstock::search::learning
