#include "search/learning/trainer.hpp"

#include <array>
#include <cmath>

namespace woodstock::search::learning {

namespace {

// A first step is no longer than the rate.
constexpr float kTiny = 1e-8F;

}  // namespace

Trainer::Trainer(LinearEvaluation initial, const LearnerOptions& options)
    : evaluation_(std::move(initial)),
      rate_(static_cast<float>(options.rate)),
      decay_(static_cast<float>(options.decay)),
      shared_(static_cast<float>(options.shared)),
      squares_(evaluation_.weights().size()),
      place_(evaluation_.patterns().feature_count()),
      average_(evaluation_.weights().size()) {}

void Trainer::learn(const std::uint64_t* state, const float* numbers) {
  const auto heads = evaluation_.heads();
  const auto context = evaluation_.contexts().of(state);
  find_active(state);
  std::array<float, kMostHeads> errors{};
  for (const auto [feature, count] : active_)
    for (std::uint32_t head = 0; head < heads; ++head)
      errors[head] += count * evaluation_.weight(context, feature, head);
  const auto most = evaluation_.payoffs().most();
  for (std::uint32_t head = 0; head < heads; ++head)
    errors[head] = sigmoid(errors[head]) - numbers[head] / most;

  const auto rate = rate_ / std::sqrt(static_cast<float>(active_.size()));
  const auto width = std::size_t{evaluation_.features() + 1} * heads;
  const auto contexts = evaluation_.contexts().count();
  auto* weights = evaluation_.weights().data();
  for (const auto [feature, count] : active_)
    for (std::uint32_t head = 0; head < heads; ++head) {
      const auto place = std::size_t{feature} * heads + head;
      const auto slope = count * errors[head];
      auto& square = squares_[context * width + place];
      square = decay_ * square + slope * slope;
      const auto step = rate * slope / std::sqrt(square + kTiny);
      for (std::uint32_t other = 0; other < contexts; ++other)
        weights[other * width + place] -= other == context ? step : shared_ * step;
    }
  if (++steps_ % kAverageStep == 0) average_.add(evaluation_.weights());
}

void Trainer::find_active(const std::uint64_t* state) {
  active_.clear();
  for (std::uint32_t word = 0; word < evaluation_.words(); ++word)
    for (auto bits = state[word]; bits != 0; bits &= bits - 1)
      active_.push_back({64 * word + static_cast<std::uint32_t>(std::countr_zero(bits)), 1});
  active_.push_back({evaluation_.features(), 1});  // the bias
  const auto& patterns = evaluation_.patterns();
  if (patterns.empty()) return;
  patterns.look(state, evaluation_.words(), standings_);
  const auto first = active_.size();
  const auto add = [&](std::uint32_t feature) {
    if (place_[feature] == 0) {
      active_.push_back({evaluation_.fluents() + feature, 0});
      place_[feature] = static_cast<std::uint32_t>(active_.size());
    }
    ++active_[place_[feature] - 1].count;
  };
  for (std::uint32_t i = 0; i < standings_.size(); ++i)
    if (standings_[i].open()) {
      add(patterns.own_feature(i, standings_[i].held));
      add(patterns.shared_feature(i, standings_[i].held));
    }
  for (auto i = first; i < active_.size(); ++i) place_[active_[i].feature - evaluation_.fluents()] = 0;
}

LinearEvaluation Trainer::averaged() const {
  if (average_.count() == 0) return evaluation_;
  auto result = evaluation_;
  result.weights() = average_.mean();
  return result;
}

}  // namespace woodstock::search::learning
