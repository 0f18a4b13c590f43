// What a state is worth, by weights of its features:
//
//   number(state)[head] = most · sigmoid(bias[context][head] + sum over features f of w[context][f][head])
//
// Features are the fluents that hold, open patterns where the rules have some (patterns.hpp), and pairs of
// fluents that hold together, where learning found that these matter (pairs.hpp).
// One head per number of the payoffs (one in games of constant sum, one per player in general). Immutable
// once it is learned, and shared by any number of threads.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/learning/contexts.hpp"
#include "search/learning/fluents.hpp"
#include "search/learning/options.hpp"
#include "search/learning/pairs.hpp"
#include "search/learning/patterns.hpp"
#include "search/payoffs.hpp"

namespace woodstock::search::learning {

inline float sigmoid(float logit) { return 1 / (1 + std::exp(-logit)); }

class LinearEvaluation {
 public:
  LinearEvaluation(Contexts contexts, Payoffs payoffs, std::uint32_t fluents,
                   std::shared_ptr<const Patterns> patterns = std::make_shared<const Patterns>(),
                   std::shared_ptr<const Pairs> pairs = std::make_shared<const Pairs>())
      : contexts_(std::move(contexts)),
        payoffs_(std::move(payoffs)),
        patterns_(std::move(patterns)),
        pairs_(std::move(pairs)),
        fluents_(fluents),
        heads_(payoffs_.size()),
        weights_(std::size_t{contexts_.count()} * (features() + 1) * heads_) {}

  const Contexts& contexts() const { return contexts_; }
  const Payoffs& payoffs() const { return payoffs_; }
  const Patterns& patterns() const { return *patterns_; }
  const Pairs& pairs() const { return *pairs_; }
  const std::shared_ptr<const Pairs>& shared_pairs() const { return pairs_; }
  // The same with these pairs more, which count nothing yet. Throws std::invalid_argument for what is none.
  LinearEvaluation with_pairs(const std::vector<Pair>& more) const;
  // One of the same features, but for the pairs, that knows nothing. Throws std::invalid_argument as well.
  LinearEvaluation untaught(std::vector<Pair> pairs) const;
  // Numbers per weight, with room for so many features more.
  template <class Number>
  std::vector<Number> with_room(const std::vector<Number>& numbers, std::size_t more) const;
  std::uint32_t fluents() const { return fluents_; }
  // Fluents, then those of the patterns, then the pairs.
  std::uint32_t features() const { return first_pair() + pairs_->size(); }
  std::uint32_t first_pair() const { return fluents_ + patterns_->feature_count(); }
  std::uint32_t words() const { return (fluents_ + 63) / 64; }
  std::uint32_t heads() const { return heads_; }
  // Context × feature × head; the bias stands after the last feature.
  const std::vector<float>& weights() const { return weights_; }
  std::vector<float>& weights() { return weights_; }
  const float* context(std::uint32_t number) const {
    return weights_.data() + std::size_t{number} * (features() + 1) * heads_;
  }
  float weight(std::uint32_t number, std::uint32_t feature, std::uint32_t head) const {
    return context(number)[std::size_t{feature} * heads_ + head];
  }
  // What a pattern as it stands adds to the logits, `sign` times.
  void add_pattern(std::uint32_t pattern, const Patterns::Standing& standing, const float* weights,
                   float sign, float* logits) const {
    if (!standing.open()) return;
    const auto* own =
        weights + std::size_t{fluents_ + patterns_->own_feature(pattern, standing.held)} * heads_;
    const auto* shared =
        weights + std::size_t{fluents_ + patterns_->shared_feature(pattern, standing.held)} * heads_;
    for (std::uint32_t head = 0; head < heads_; ++head) logits[head] += sign * (own[head] + shared[head]);
  }

  // One logit per head, as if the state were in a context.
  void logits(const std::uint64_t* state, std::uint32_t context, float* logits) const;
  void logits(const std::uint64_t* state, float* into) const { logits(state, contexts_.of(state), into); }
  // The numbers of the payoffs.
  void numbers(const std::uint64_t* state, float* numbers) const;
  float number(float logit) const { return payoffs_.most() * sigmoid(logit); }

 private:
  Contexts contexts_;
  Payoffs payoffs_;
  std::shared_ptr<const Patterns> patterns_;
  std::shared_ptr<const Pairs> pairs_;
  std::uint32_t fluents_, heads_;
  std::vector<float> weights_;
};

template <class Number>
std::vector<Number> LinearEvaluation::with_room(const std::vector<Number>& numbers, std::size_t more) const {
  std::vector<Number> result;
  const auto own = std::size_t{features()} * heads_;
  for (auto at = numbers.begin(); at != numbers.end(); at += static_cast<std::ptrdiff_t>(own + heads_)) {
    const auto bias = at + static_cast<std::ptrdiff_t>(own);
    result.insert(result.end(), at, bias);
    result.resize(result.size() + more * heads_);
    result.insert(result.end(), bias, bias + heads_);
  }
  return result;
}

}  // namespace woodstock::search::learning
