#include "search/mac_ucb/foresight.hpp"

#include <algorithm>

#include "search/mac_ucb/options.hpp"

namespace woodstock::search::mac_ucb {

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
  recurrence_ = recurrence_ < 0 ? recurrence : recurrence_ + (recurrence - recurrence_) / kRunningStages;
}

bool Foresight::pays() const {
  return recurrence_ < 0 || (recurrence_ > kLeastRecurrence && trust() > kLeastTrust);
}

bool Foresight::suffices() const { return recurrence_ >= 0 && pays(); }

}  // namespace woodstock::search::mac_ucb
