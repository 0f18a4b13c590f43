#include "search/learning/learned_evaluator.hpp"

#include <array>
#include <utility>

namespace woodstock::search::learning {

LearnedEvaluator::LearnedEvaluator(std::shared_ptr<const LinearEvaluation> evaluation, std::uint32_t roles,
                                   std::uint32_t worth)
    : evaluation_(std::move(evaluation)), roles_(roles), worth_(worth) {}

bool LearnedEvaluator::evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) {
  if (budget.out_of_time()) return false;
  const auto& payoffs = evaluation_->payoffs();
  std::array<float, kMostHeads> numbers{};
  estimates = {};
  estimates.weights.assign(inquiry.questions.size(), worth_);
  estimates.sums.assign(inquiry.questions.size() * roles_, 0);
  for (std::size_t i = 0; i < inquiry.questions.size(); ++i) {
    evaluation_->numbers(inquiry.questions[i].state.data(), numbers.data());
    for (const auto role : payoffs.players())
      estimates.sums[i * roles_ + role] = 100.0 * worth_ * payoffs.utility(role, numbers.data());
  }
  return true;
}

}  // namespace woodstock::search::learning
