#include "search/learning/learned_evaluator.hpp"

#include <array>
#include <utility>

namespace woodstock::search::learning {

LearnedEvaluator::LearnedEvaluator(std::shared_ptr<const LinearEvaluation> evaluation, std::uint32_t roles,
                                   std::uint32_t worth, std::unique_ptr<Evaluator> other)
    : evaluation_(std::move(evaluation)), roles_(roles), worth_(worth), other_(std::move(other)) {
  neighbourhood_.set_evaluation(*evaluation_);
}

bool LearnedEvaluator::evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) {
  if (!other_->evaluate(inquiry, budget, estimates)) return false;
  const auto& payoffs = evaluation_->payoffs();
  std::array<float, kMostHeads> numbers{};
  for (std::size_t i = 0; i < inquiry.questions.size(); ++i) {
    const auto& question = inquiry.questions[i];
    if (i == 0 || question.group != inquiry.questions[i - 1].group)
      neighbourhood_.set_centre(question.state.data());
    neighbourhood_.logits(question.state.data(), nullptr, numbers.data());
    for (std::uint32_t head = 0; head < evaluation_->heads(); ++head)
      numbers[head] = evaluation_->number(numbers[head]);
    estimates.weights[i] += worth_;
    for (const auto role : payoffs.players())
      estimates.sums[i * roles_ + role] += 100.0 * worth_ * payoffs.utility(role, numbers.data());
  }
  return true;
}

}  // namespace woodstock::search::learning
