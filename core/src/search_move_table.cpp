#include <algorithm>
#include <numeric>

#include "woodstock/search/move_table.hpp"

namespace woodstock {

namespace {

constexpr float kShrinkage = 64;  // playouts that an inherited effect is worth
constexpr double kDoubt = 2;      // sum of squares that the trust to begin with is worth
constexpr double kFirstTrust = 0.5;
constexpr double kMemory = 0.999;  // of earlier stages, stage by stage
constexpr float kLeastTrust = 0.3F, kLeastRecurrence = 0.2F;

}  // namespace

void MoveTable::reset(std::size_t moves, std::uint32_t size) {
  size_ = size;
  made_.assign(moves, 0.0F);
  rewards_.assign(moves * size, 0.0F);
  inherited_.assign(moves * size, 0.0F);
}

void MoveTable::add(std::size_t m, float playouts, const float* rewards) {
  made_[m] += playouts;
  for (std::uint32_t i = 0; i < size_; ++i) rewards_[m * size_ + i] += rewards[i];
}

void MoveTable::inherit(std::size_t m, const float* effect) {
  std::copy_n(effect, size_, inherited_.begin() + static_cast<std::ptrdiff_t>(m * size_));
}

float MoveTable::made() const { return std::accumulate(made_.begin(), made_.end(), 0.0F); }

void MoveTable::effects(std::vector<float>& result) const {
  result.resize(rewards_.size());
  const float all = made();
  for (std::uint32_t i = 0; i < size_; ++i) {
    float sum = 0;
    for (std::size_t m = 0; m < made_.size(); ++m) sum += rewards_[m * size_ + i];
    const float middle = all > 0 ? sum / all : 0;
    for (std::size_t m = 0; m < made_.size(); ++m) {
      const auto at = m * size_ + i;
      result[at] = (rewards_[at] - made_[m] * middle + kShrinkage * inherited_[at]) / (made_[m] + kShrinkage);
    }
  }
}

void Foresight::learn(const std::vector<Pair>& pairs) {
  double weight = 0, expected = 0, seen = 0;
  for (const auto& pair : pairs) {
    weight += pair.weight;
    expected += pair.weight * pair.expected;
    seen += pair.weight * pair.seen;
  }
  if (weight == 0) return;
  both_ *= kMemory;
  own_ *= kMemory;
  for (const auto& pair : pairs) {
    const double x = pair.expected - expected / weight;
    both_ += pair.weight * x * (pair.seen - seen / weight);
    own_ += pair.weight * x * x;
  }
}

float Foresight::trust() const {
  return static_cast<float>(std::clamp((both_ + kDoubt * kFirstTrust) / (own_ + kDoubt), 0.0, 1.0));
}

void Foresight::notice(float recurrence) {
  recurrence_ = recurrence_ < 0 ? recurrence : recurrence_ + (recurrence - recurrence_) / 16;
}

bool Foresight::pays() const {
  return recurrence_ < 0 || (recurrence_ > kLeastRecurrence && trust() > kLeastTrust);
}

bool Foresight::suffices() const { return recurrence_ >= 0 && pays(); }

}  // namespace woodstock
