// An evaluation of made-up fluents with random weights and pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "testing/heap_game.hpp"

namespace woodstock {

// The fluent in the middle tells the context.
inline search::learning::LinearEvaluation random_evaluation(Random& random, std::uint32_t fluents,
                                                            search::PayoffKind kind) {
  using namespace search;
  using namespace search::learning;
  LinearEvaluation evaluation(Contexts::by_fluents({fluents / 2}), Payoffs(kind, heap_game(3)), fluents);
  std::vector<Pair> pairs;
  for (std::uint32_t first = 0; first < fluents; ++first)
    for (auto second = first + 1; second < fluents; ++second)
      if (random.below(20) == 0) pairs.push_back({first, second});
  evaluation = evaluation.with_pairs(pairs);
  for (auto& weight : evaluation.weights()) weight = static_cast<float>(random.real()) - 0.5F;
  return evaluation;
}

}  // namespace woodstock
