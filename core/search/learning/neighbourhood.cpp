#include "search/learning/neighbourhood.hpp"

#include <algorithm>
#include <bit>

namespace woodstock::search::learning {

void Neighbourhood::set_evaluation(const LinearEvaluation& evaluation) {
  const auto sums = std::size_t{evaluation.contexts().count()} * evaluation.heads();
  evaluation_ = &evaluation;
  rows_.take(evaluation);
  sums_.resize(sums);
  beside_centre_.resize(sums * rows_.size());
  known_.assign(evaluation.contexts().count(), 0);
}

void Neighbourhood::set_centre(const std::uint64_t* centre) {
  centre_ = centre;
  std::ranges::fill(known_, 0);
  looked_ = false;
}

std::uint64_t Neighbourhood::logits(const std::uint64_t* state, const std::uint64_t* keys, float* logits) {
  const auto& evaluation = *evaluation_;
  const auto heads = evaluation.heads();
  const auto context = evaluation.contexts().of(state);
  const auto& patterns = evaluation.patterns();
  if (!patterns.empty() && !looked_) {
    patterns.look(centre_, evaluation.words(), standings_);
    differences_.assign(patterns.size(), {});
    looked_ = true;
  }
  auto* sums = sums_.data() + std::size_t{context} * heads;
  if (!known_[context]) {
    sum_up(context, sums);
    known_[context] = 1;
  }
  std::copy_n(sums, heads, logits);
  const auto* weights = evaluation.context(context);
  paired_.clear();
  std::uint64_t hash = 0;
  for (std::uint32_t word = 0; word < evaluation.words(); ++word)
    for (auto bits = state[word] ^ centre_[word]; bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
      const auto fluent = 64 * word + bit;
      const auto* weight = weights + std::size_t{fluent} * heads;
      const int sign = (state[word] >> bit & 1U) != 0 ? 1 : -1;
      for (std::uint32_t head = 0; head < heads; ++head)
        logits[head] += static_cast<float>(sign) * weight[head];
      if (keys != nullptr) hash ^= keys[fluent];
      if (const auto place = rows_.place(fluent); place != PairRows::kNowhere)
        paired_.push_back({place, sign});
      if (patterns.empty()) continue;
      for (const auto& part : patterns.parts(fluent)) {
        auto& difference = differences_[part.pattern];
        if (difference.held == 0 && difference.blocked == 0) differing_.push_back(part.pattern);
        difference.add(part, sign);
      }
    }
  if (!paired_.empty()) add_pairs(context, logits);
  if (!differing_.empty()) add_patterns(context, logits);
  return hash;
}

// The logits of the centre, as if it were in a context. Every pair of what holds is met from both of its
// fluents.
void Neighbourhood::sum_up(std::uint32_t context, float* sums) {
  const auto& evaluation = *evaluation_;
  const auto heads = evaluation.heads();
  const auto* weights = evaluation.context(context);
  std::copy_n(weights + std::size_t{evaluation.features()} * heads, heads, sums);
  for (std::uint32_t i = 0; i < standings_.size() && looked_; ++i)
    evaluation.add_pattern(i, standings_[i], weights, 1, sums);
  std::fill_n(beside_centre(context, 0), std::size_t{heads} * rows_.size(), 0.0F);
  for_each_fluent(centre_, evaluation.words(), [&](std::uint32_t fluent) {
    for (std::uint32_t head = 0; head < heads; ++head)
      sums[head] += weights[std::size_t{fluent} * heads + head];
    if (const auto place = rows_.place(fluent); place != PairRows::kNowhere)
      for (std::uint32_t head = 0; head < heads; ++head)
        rows_.add_row(context, head, place, beside_centre(context, head));
  });
  if (rows_.empty()) return;
  for_each_fluent(centre_, evaluation.words(), [&](std::uint32_t fluent) {
    if (const auto place = rows_.place(fluent); place != PairRows::kNowhere)
      for (std::uint32_t head = 0; head < heads; ++head)
        sums[head] += beside_centre(context, head)[place] / 2;
  });
}

void Neighbourhood::add_pairs(std::uint32_t context, float* logits) {
  const auto heads = evaluation_->heads();
  for (std::size_t i = 0; i < paired_.size(); ++i) {
    const auto [one, sign] = paired_[i];
    for (std::uint32_t head = 0; head < heads; ++head)
      logits[head] += static_cast<float>(sign) * beside_centre(context, head)[one];
    for (std::size_t j = 0; j < i; ++j) {
      const auto [other, other_sign] = paired_[j];
      if (!rows_.are_pair(one, other)) continue;
      for (std::uint32_t head = 0; head < heads; ++head)
        logits[head] += static_cast<float>(sign * other_sign) * rows_.weight(context, head, one, other);
    }
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
