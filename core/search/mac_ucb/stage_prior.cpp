#include "search/mac_ucb/stage_prior.hpp"

#include <algorithm>

namespace woodstock::search::mac_ucb {

StagePrior::StagePrior(const Expansion& shape, std::uint32_t size, float most)
    : size_(size), most_(most), stage_(size, 0.0F) {
  std::uint32_t begin = 0, choosing = 0;
  for (std::uint32_t role = 0; role < shape.counts.size(); ++role) {
    roles_.push_back({begin, shape.stride(role), shape.counts[role]});
    begin += shape.counts[role];
    choosing += shape.counts[role] > 1 ? 1 : 0;
  }
  several_ = choosing > 1;
  if (!several_) return;
  effects_.assign(std::size_t{begin} * size, 0.0F);
  playouts_.assign(begin, 0.0F);
}

void StagePrior::add(std::uint32_t action, const float* mean, float playouts) {
  for (std::uint32_t i = 0; i < size_; ++i) stage_[i] += mean[i];
  ++seen_;
  if (!several_) return;
  for (const auto& role : roles_) {
    const auto move = role.begin + action / role.stride % role.count;
    playouts_[move] += playouts;
    for (std::uint32_t i = 0; i < size_; ++i) effects_[std::size_t{move} * size_ + i] += playouts * mean[i];
  }
}

void StagePrior::settle(const float* earlier, float blend, float shrinkage) {
  for (auto& number : stage_) number /= std::max(1.0F, seen_);
  for (std::size_t move = 0; move < playouts_.size(); ++move)
    for (std::uint32_t i = 0; i < size_; ++i) {
      auto& effect = effects_[move * size_ + i];
      effect =
          playouts_[move] > 0 ? (effect - playouts_[move] * stage_[i]) / (playouts_[move] + shrinkage) : 0;
    }
  for (std::uint32_t i = 0; i < size_; ++i) stage_[i] = blend * stage_[i] + (1 - blend) * earlier[i];
}

void StagePrior::sum_up(std::uint32_t action, std::int32_t left_out, float* value) const {
  for (std::uint32_t i = 0; i < size_; ++i) {
    float sum = stage_[i];
    for (std::size_t r = 0; several_ && r < roles_.size(); ++r) {
      const auto& role = roles_[r];
      if (static_cast<std::int32_t>(r) != left_out)
        sum += effects_[std::size_t{role.begin + action / role.stride % role.count} * size_ + i];
    }
    value[i] = std::clamp(sum, 0.0F, most_);
  }
}

}  // namespace woodstock::search::mac_ucb
