#include "search/learning/linear_evaluation.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace woodstock::search::learning {

void LinearEvaluation::logits(const std::uint64_t* state, std::uint32_t number, float* logits) const {
  const auto* weights = context(number);
  const auto add = [&](std::uint32_t feature) {
    for (std::uint32_t head = 0; head < heads_; ++head)
      logits[head] += weights[std::size_t{feature} * heads_ + head];
  };
  std::copy_n(weights + std::size_t{features()} * heads_, heads_, logits);
  for_each_fluent(state, words(), add);
  if (!pairs_->empty())
    for_each_fluent(state, words(), [&](std::uint32_t fluent) {
      for (const auto& partner : pairs_->later(fluent))
        if (holds(state, partner.fluent)) add(first_pair() + partner.pair);
    });
  if (patterns_->empty()) return;
  std::vector<Patterns::Standing> standings;
  patterns_->look(state, words(), standings);
  for (std::uint32_t pattern = 0; pattern < standings.size(); ++pattern)
    add_pattern(pattern, standings[pattern], weights, 1, logits);
}

LinearEvaluation LinearEvaluation::untaught(std::vector<Pair> pairs) const {
  for (const auto& [first, second] : pairs)
    if (first >= second || second >= fluents_)
      throw std::invalid_argument("a pair is of two fluents of the game, the lesser number first");
  return {contexts_, payoffs_, fluents_, patterns_,
          std::make_shared<const Pairs>(std::move(pairs), fluents_)};
}

LinearEvaluation LinearEvaluation::with_pairs(const std::vector<Pair>& more) const {
  auto all = pairs_->all();
  all.insert(all.end(), more.begin(), more.end());
  auto result = untaught(std::move(all));
  result.weights_ = with_room(weights_, more.size());
  return result;
}

void LinearEvaluation::numbers(const std::uint64_t* state, float* numbers) const {
  logits(state, numbers);
  for (std::uint32_t head = 0; head < heads_; ++head) numbers[head] = number(numbers[head]);
}

std::uint64_t Neighbourhood::logits(const std::uint64_t* state, const std::uint64_t* keys, float* logits) {
  const auto& evaluation = *evaluation_;
  const auto heads = evaluation.heads();
  const auto context = evaluation.contexts().of(state);
  auto* sums = sums_.data() + std::size_t{context} * heads;
  if (!known_[context]) {
    evaluation.logits(centre_, context, sums);
    known_[context] = 1;
  }
  std::copy_n(sums, heads, logits);
  const auto* weights = evaluation.context(context);
  const auto& patterns = evaluation.patterns();
  const auto& pairs = evaluation.pairs();
  if (!patterns.empty() && !looked_) {
    patterns.look(centre_, evaluation.words(), standings_);
    differences_.assign(patterns.size(), {});
    looked_ = true;
  }
  std::uint64_t hash = 0;
  for (std::uint32_t word = 0; word < evaluation.words(); ++word)
    for (auto bits = state[word] ^ centre_[word]; bits != 0; bits &= bits - 1) {
      const auto place = static_cast<std::uint32_t>(std::countr_zero(bits));
      const auto fluent = 64 * word + place;
      const auto* weight = weights + std::size_t{fluent} * heads;
      const int sign = (state[word] >> place & 1U) != 0 ? 1 : -1;
      for (std::uint32_t head = 0; head < heads; ++head)
        logits[head] += static_cast<float>(sign) * weight[head];
      if (keys != nullptr) hash ^= keys[fluent];
      if (!pairs.empty()) add_pairs(state, fluent, weights, logits);
      if (patterns.empty()) continue;
      for (const auto& part : patterns.parts(fluent)) {
        auto& difference = differences_[part.pattern];
        if (difference.held == 0 && difference.blocked == 0) differing_.push_back(part.pattern);
        difference.add(part, sign);
      }
    }
  if (!differing_.empty()) add_patterns(context, logits);
  return hash;
}

// What changes with the pairs of a fluent that differs. Where both differ, the later of them sees to it.
void Neighbourhood::add_pairs(const std::uint64_t* state, std::uint32_t fluent, const float* weights,
                              float* logits) const {
  const auto heads = evaluation_->heads();
  const auto* of_pairs = weights + std::size_t{evaluation_->first_pair()} * heads;
  const bool now = holds(state, fluent);
  for (const auto& partner : evaluation_->pairs().partners(fluent)) {
    const bool other_now = holds(state, partner.fluent), other_before = holds(centre_, partner.fluent);
    if (other_now != other_before && partner.fluent > fluent) continue;
    const int change = static_cast<int>(now && other_now) - static_cast<int>(!now && other_before);
    if (change == 0) continue;
    const auto* weight = of_pairs + std::size_t{partner.pair} * heads;
    for (std::uint32_t head = 0; head < heads; ++head)
      logits[head] += static_cast<float>(change) * weight[head];
  }
}

// A pattern may be listed twice, if what differs cancelled out on the way: the second time nothing does.
void Neighbourhood::add_patterns(std::uint32_t context, float* logits) {
  const auto* weights = evaluation_->context(context);
  for (const auto pattern : differing_) {
    auto& difference = differences_[pattern];
    const auto& before = standings_[pattern];
    const Patterns::Standing after{before.held + difference.held, before.blocked + difference.blocked};
    difference = {};
    evaluation_->add_pattern(pattern, before, weights, -1, logits);
    evaluation_->add_pattern(pattern, after, weights, 1, logits);
  }
  differing_.clear();
}

}  // namespace woodstock::search::learning
