#include "search/mac_ucb/foresight.hpp"

#include <algorithm>

namespace woodstock::search::mac_ucb {

namespace {

constexpr double kDoubt = 2;  // sum of squares that the trust to begin with is worth
constexpr double kFirstTrust = 0.5;
constexpr double kMemory = 0.999;  // of earlier stages, stage by stage
constexpr float kLeastTrust = 0.3F, kLeastRecurrence = 0.2F;

}  // namespace

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

}  // namespace woodstock::search::mac_ucb
