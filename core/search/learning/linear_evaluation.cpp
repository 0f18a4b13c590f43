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
  auto in_order = pairs;
  std::ranges::sort(in_order);
  if (std::ranges::adjacent_find(in_order) != in_order.end())
    throw std::invalid_argument("a pair of fluents is there twice");
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

}  // namespace woodstock::search::learning
