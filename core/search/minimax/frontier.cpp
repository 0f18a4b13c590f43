// What a full-width search ends with: static scores at its depth, and beyond it the moves that gain much
// (quiescence, Beal 1990).
#include <algorithm>
#include <cstdlib>

#include "search/minimax/full_width.hpp"

namespace woodstock::search::minimax {

Value FullWidth::static_arm(const Stage& stage, std::uint32_t arm) const {
  const auto& arms = stage.arms;
  if (arms.outcomes == 1) {
    const auto joint = arms.joint(arm, 0);
    return {stage.scores[joint], stage.terminal(joint)};
  }
  Mean mean;
  for (std::size_t outcome = 0; outcome < arms.outcomes; ++outcome) {
    const auto joint = arms.joint(arm, outcome);
    mean.add({stage.scores[joint], stage.terminal(joint)});
  }
  return mean.value();
}

// The best arm by static scores, for who chooses.
Value FullWidth::frontier(const Stage& stage, std::uint32_t& best) const {
  Value value{-kInfinite, true};
  bool all_complete = true, best_complete = true;
  for (std::uint32_t arm = 0; arm < stage.arms.count; ++arm) {
    const auto seen = static_arm(stage, arm);
    all_complete = all_complete && seen.complete;
    if (stage.sign * seen.score <= value.score) continue;
    value.score = stage.sign * seen.score;
    best_complete = seen.complete;
    best = arm;
  }
  value.complete = all_complete || (best_complete && is_win(value.score));
  return value;
}

// Keeps the bar where a share `noisy` of all moves is above it (a quantile by stochastic approximation,
// Robbins & Monro 1951): what is much differs from game to game.
void FullWidth::raise_bar(Score gain) {
  much_ = std::max(kLeastMuch, much_ + (gain > much_ ? (1 - noisy_) * kBarStep : -noisy_ * kBarStep));
}

// Where one gain follows another (boxes that all open up), the moves of a share are still too many: the bar
// also rises with every stage beyond the part of the work that those may be.
void FullWidth::note_beyond() {
  ++beyond_;
  if (beyond_ > kFreeBeyond &&
      static_cast<double>(beyond_) > kMostBeyond * static_cast<double>(stages_ - begin_))
    much_ *= kBarRise;
}

// The frontier, but a move that gains much is looked into: what it gains may be taken back. All others count
// as they look. Who need not move, being beyond the depth, may leave it at what the state looks like, unless
// all moves gain much: captures may be forced.
Value FullWidth::quiet_frontier(Stage& stage, bool moves, Score looks, Score low, Score high,
                                std::uint32_t ply, Beyond beyond, std::uint32_t& best_arm) {
  const auto stand = stage.sign * looks;
  Value best{-kInfinite, true};
  bool all_complete = true, calm = false;
  stage.order.clear();
  stage.keys.resize(stage.arms.count);
  for (std::uint32_t arm = 0; arm < stage.arms.count; ++arm) {
    const auto seen = static_arm(stage, arm);
    const auto score = stage.keys[arm] = stage.sign * seen.score;
    all_complete = all_complete && seen.complete;
    const auto gain = stage.arms.count > 1 ? score - stand : std::abs(score - stand);
    if (moves && !seen.complete) raise_bar(gain);
    if (!seen.complete && gain > much_) {
      stage.order.push_back(arm);
      continue;
    }
    calm = calm || !seen.complete;
    if (score <= best.score || (!moves && !seen.complete)) continue;
    best = {score, seen.complete};
    best_arm = arm;
  }
  if (!moves && calm && stand > best.score) {
    best = {stand, false};
    best_arm = kNoArm;
  }
  if (!is_win(best.score) && best.score < high && !stage.order.empty()) {
    stage.order_by_keys();
    --beyond.exchange;
    stage.reply_of.assign(stage.arms.count, -1);
    auto a = std::max(low, best.score);
    for (const auto arm : stage.order) {
      if (stage.keys[arm] <= a) {
        if (stage.keys[arm] > best.score) best = {stage.keys[arm], false};
        break;
      }
      const auto value = arm_value(stage, arm, 0, a, high, ply, beyond);
      if (aborted_) return {};
      if (value.score > best.score) {
        best = value;
        best_arm = arm;
      }
      a = std::max(a, best.score);
      if (best.score >= high) break;
    }
  }
  best.complete = all_complete || is_win(best.score);
  return best;
}

}  // namespace woodstock::search::minimax
