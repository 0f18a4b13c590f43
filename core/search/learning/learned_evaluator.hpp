// A learned evaluation beside another evaluator, playouts say: its answer counts as so many of them more.
#pragma once

#include <cstdint>
#include <memory>

#include "search/evaluator.hpp"
#include "search/learning/neighbourhood.hpp"

namespace woodstock::search::learning {

class LearnedEvaluator final : public Evaluator {
 public:
  // `worth` playouts for each question, on top of what the other one says.
  LearnedEvaluator(std::shared_ptr<const LinearEvaluation> evaluation, std::uint32_t roles,
                   std::uint32_t worth, std::unique_ptr<Evaluator> other);

  bool evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) override;

 private:
  std::shared_ptr<const LinearEvaluation> evaluation_;
  std::uint32_t roles_, worth_;
  std::unique_ptr<Evaluator> other_;
  Neighbourhood neighbourhood_;  // of the first state of a group: the others differ little from it
};

}  // namespace woodstock::search::learning
