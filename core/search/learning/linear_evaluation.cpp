#include "search/learning/linear_evaluation.hpp"

#include <algorithm>

namespace woodstock::search::learning {

void LinearEvaluation::logits(const std::uint64_t* state, std::uint32_t number, float* logits) const {
  const auto* weights = context(number);
  std::copy_n(weights + std::size_t{fluents_} * heads_, heads_, logits);
  for (std::uint32_t word = 0; word < words(); ++word)
    for (auto bits = state[word]; bits != 0; bits &= bits - 1) {
      const auto fluent = 64 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
      for (std::uint32_t head = 0; head < heads_; ++head)
        logits[head] += weights[std::size_t{fluent} * heads_ + head];
    }
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
  std::uint64_t hash = 0;
  for (std::uint32_t word = 0; word < evaluation.words(); ++word)
    for (auto bits = state[word] ^ centre_[word]; bits != 0; bits &= bits - 1) {
      const auto place = static_cast<std::uint32_t>(std::countr_zero(bits));
      const auto fluent = 64 * word + place;
      const auto* weight = weights + std::size_t{fluent} * heads;
      const float sign = (state[word] >> place & 1U) != 0 ? 1.0F : -1.0F;
      for (std::uint32_t head = 0; head < heads; ++head) logits[head] += sign * weight[head];
      if (keys != nullptr) hash ^= keys[fluent];
    }
  return hash;
}

}  // namespace woodstock::search::learning
