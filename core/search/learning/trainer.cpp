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
      amounts_(evaluation_.weights().size()),
      marked_(evaluation_.weights().size()),
      place_(evaluation_.patterns().feature_count()),
      average_(evaluation_.weights().size()) {}

void Trainer::learn(const std::uint64_t* state, const float* numbers) {
  const auto heads = evaluation_.heads();
  const auto context = evaluation_.contexts().of(state);
  find_active(state);
  find_touched(context);
  const auto& weights = evaluation_.weights();
  std::array<float, kMostHeads> errors{};
  for (const auto& [tie, feature, head] : touched_)
    errors[head] += amounts_[tie.weight] * weights[tie.weight];
  const auto most = evaluation_.payoffs().most();
  for (std::uint32_t head = 0; head < heads; ++head)
    errors[head] = sigmoid(errors[head]) - numbers[head] / most;

  const auto rate = rate_ / std::sqrt(static_cast<float>(active_.size()));
  const auto width = std::size_t{evaluation_.features() + 1} * heads;
  const auto contexts = evaluation_.contexts().count();
  for (const auto& [tie, feature, head] : touched_) {
    const auto slope = amounts_[tie.weight] * errors[head];
    marked_[tie.weight] = 0;
    auto& square = squares_[tie.weight];
    square = decay_ * square + slope * slope;
    const auto length = rate * slope / std::sqrt(square + kTiny);
    step(tie.weight, length);
    for (std::uint32_t other = 0; other < contexts; ++other) {
      if (other == context) continue;
      const auto alike = ties_.of(other * width + std::size_t{feature} * heads + head);
      step(alike.weight, shared_ * alike.sign * tie.sign * length);
    }
  }
  if (++steps_ % kAverageStep == 0) average_.add(evaluation_.weights());
}

void Trainer::set_ties(Ties ties) {
  ties_ = std::move(ties);
  if (!ties_.empty()) ties_.level(evaluation_.weights());
}

void Trainer::add_pairs(const std::vector<Pair>& more) {
  squares_ = evaluation_.with_room(squares_, more.size());
  average_.transform([&](const auto& sums) { return evaluation_.with_room(sums, more.size()); });
  evaluation_ = evaluation_.with_pairs(more);
  amounts_.assign(evaluation_.weights().size(), 0);
  marked_.assign(evaluation_.weights().size(), 0);
  ties_ = {};
}

void Trainer::find_touched(std::uint32_t context) {
  touched_.clear();
  const auto heads = evaluation_.heads();
  const auto first = std::size_t{context} * (evaluation_.features() + 1) * heads;
  for (const auto [feature, count] : active_)
    for (std::uint32_t head = 0; head < heads; ++head) {
      const auto tie = ties_.of(first + std::size_t{feature} * heads + head);
      if (tie.sign == 0) continue;
      if (!marked_[tie.weight]) {
        marked_[tie.weight] = 1;
        amounts_[tie.weight] = 0;
        touched_.push_back({tie, feature, head});
      }
      amounts_[tie.weight] += tie.sign * count;
    }
}

void Trainer::step(std::uint32_t weight, float length) {
  auto& weights = evaluation_.weights();
  weights[weight] -= length;
  if (ties_.empty()) return;
  for (const auto& tie : ties_.tied_to(weight)) weights[tie.weight] = tie.sign * weights[weight];
}

void Trainer::find_active(const std::uint64_t* state) {
  active_.clear();
  for_each_fluent(state, evaluation_.words(), [&](std::uint32_t fluent) { active_.push_back({fluent, 1}); });
  active_.push_back({evaluation_.features(), 1});  // the bias
  if (const auto& pairs = evaluation_.pairs(); !pairs.empty()) {
    const auto first = evaluation_.first_pair();
    for (auto i = std::size_t{0}, fluents = active_.size() - 1; i < fluents; ++i)
      for (const auto& partner : pairs.later(active_[i].feature))
        if (holds(state, partner.fluent)) active_.push_back({first + partner.pair, 1});
  }
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
  if (!ties_.empty()) ties_.level(result.weights());  // some may be from before they were tied
  return result;
}

}  // namespace woodstock::search::learning
