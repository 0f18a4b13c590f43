// What a stage is worth to the role that searches, as a whole number. Estimates, and results between the best
// and the worst, lie within ± kEstimate. A win is above, and the higher the sooner it comes; a loss is below,
// and the lower the sooner. So a score beyond kEstimate is always a proof.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace woodstock::search::minimax {

using Score = std::int32_t;

inline constexpr Score kEstimate = 1'000'000;
inline constexpr Score kWin = kEstimate + 20'000;  // now; less one for each joint move until then
inline constexpr Score kInfinite = kWin + 1;

inline bool is_win(Score score) { return score > kEstimate; }
inline bool is_loss(Score score) { return score < -kEstimate; }
inline bool is_decided(Score score) { return is_win(score) || is_loss(score); }

// A score as it is at the root, `ply` joint moves before, and as it is at the stage itself.
inline Score from_stage(Score score, std::uint32_t ply) {
  const auto moves = static_cast<Score>(ply);
  return is_win(score) ? score - moves : is_loss(score) ? score + moves : score;
}
inline Score at_stage(Score score, std::uint32_t ply) {
  const auto moves = static_cast<Score>(ply);
  return is_win(score) ? score + moves : is_loss(score) ? score - moves : score;
}

// Between goals and scores, given the least and the best goal that the role may have.
class Scale {
 public:
  Scale(float least, float best) : least_(least), best_(std::max(best, least + 1e-3F)) {}

  // A utility that is only estimated.
  Score estimate(float utility) const {
    const auto share = 2 * (utility - least_) / (best_ - least_) - 1;
    return static_cast<Score>(std::clamp(share, -kNear, kNear) * static_cast<float>(kEstimate));
  }
  // The utility of a finished game.
  Score result(float utility) const {
    if (utility >= best_) return kWin;
    if (utility <= least_) return -kWin;
    return estimate(utility);
  }
  float utility(Score score) const {
    if (is_win(score)) return best_;
    if (is_loss(score)) return least_;
    return least_ + (best_ - least_) * (static_cast<float>(score) / static_cast<float>(kEstimate) + 1) / 2;
  }

 private:
  static constexpr float kNear = 0.9999F;
  float least_, best_;
};

}  // namespace woodstock::search::minimax
