// A learned evaluation where playouts are expected: its answer counts as so many of them.
#pragma once

#include <cstdint>
#include <memory>

#include "search/evaluator.hpp"
#include "search/learning/linear_evaluation.hpp"

namespace woodstock::search::learning {

class LearnedEvaluator final : public Evaluator {
 public:
  // `worth` playouts each, whatever is asked for.
  LearnedEvaluator(std::shared_ptr<const LinearEvaluation> evaluation, std::uint32_t roles,
                   std::uint32_t worth);

  bool evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) override;

 private:
  std::shared_ptr<const LinearEvaluation> evaluation_;
  std::uint32_t roles_, worth_;
};

}  // namespace woodstock::search::learning
