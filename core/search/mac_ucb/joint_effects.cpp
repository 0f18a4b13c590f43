#include "search/mac_ucb/joint_effects.hpp"

#include <algorithm>
#include <numeric>

namespace woodstock::search::mac_ucb {

// On to the next outcome.
void JointEffects::step(std::span<const std::uint32_t> counts) {
  std::uint32_t begin = std::accumulate(counts.begin(), counts.end(), 0U);
  for (std::size_t d = counts.size(); d-- > 0;) {
    begin -= counts[d];
    if (++moves_[d] < begin + counts[d]) return;
    moves_[d] = begin;
  }
}

void JointEffects::find_effects(const Outcomes& outcomes, std::span<const std::uint32_t> counts,
                                float worth) {
  const auto moves = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  moves_.assign(counts.size(), 0);
  for (std::size_t d = 1; d < counts.size(); ++d) moves_[d] = moves_[d - 1] + counts[d - 1];
  mean_.assign(size_, 0);
  effects_.assign(moves * size_, 0);
  weights_.assign(moves, 0);
  float all = 0;
  for (std::uint32_t o = 0; o < outcomes.count(); ++o, step(counts)) {
    // What is exact needs no playouts, and has few.
    const float weight = outcomes.samples(o) + (outcomes.solved(o) ? std::max(worth, 1.0F) : 1);
    all += weight;
    for (std::size_t i = 0; i < size_; ++i) mean_[i] += weight * outcomes.value(o)[i];
    for (const auto move : moves_) {
      weights_[move] += weight;
      for (std::size_t i = 0; i < size_; ++i) effects_[move * size_ + i] += weight * outcomes.value(o)[i];
    }
  }
  for (auto& number : mean_) number /= all;
  for (std::size_t move = 0; move < moves; ++move)
    for (std::size_t i = 0; i < size_; ++i)
      effects_[move * size_ + i] = effects_[move * size_ + i] / weights_[move] - mean_[i];
}

void JointEffects::smooth(const Outcomes& outcomes, std::span<const std::uint32_t> counts, std::size_t size,
                          float worth) {
  size_ = size;
  find_effects(outcomes, counts, worth);
  values_.resize(outcomes.count() * size);
  for (std::uint32_t o = 0; o < outcomes.count(); ++o, step(counts)) {
    const float samples = outcomes.samples(o), weight = outcomes.solved(o) ? 0 : samples + worth;
    for (std::size_t i = 0; i < size; ++i) {
      float expected = mean_[i];
      for (const auto move : moves_) expected += effects_[move * size + i];
      values_[o * size + i] =
          weight > 0 ? (samples * outcomes.value(o)[i] + worth * expected) / weight : outcomes.value(o)[i];
    }
  }
}

}  // namespace woodstock::search::mac_ucb
