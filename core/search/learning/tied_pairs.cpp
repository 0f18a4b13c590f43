#include "search/learning/tied_pairs.hpp"

#include <algorithm>

namespace woodstock::search::learning {

TiedPairs::TiedPairs(const LinearEvaluation& evaluation, std::span<const std::uint32_t> fluents,
                     std::span<const Symmetry> symmetries, const Budget& budget)
    : contexts_(evaluation.contexts().count()), pairs_(fluents.size() * (fluents.size() - 1) / 2) {
  SignedClasses classes(evaluation.heads() * contexts_ * pairs_);
  for (const auto& symmetry : symmetries)
    if (!join(evaluation, fluents, symmetry, classes, budget)) return;
  const auto count = static_cast<std::uint32_t>(evaluation.heads() * contexts_ * pairs_);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto first =
        static_cast<std::uint32_t>(i / (contexts_ * pairs_) * (contexts_ * pairs_) + i % pairs_);
    if (classes.find(first).weight != classes.find(i).weight) classes.join(first, i, 1);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    auto leader = classes.find(i);
    if (classes.nothing(leader.weight)) leader.sign = 0;
    leaders_.push_back(leader);
  }
  known_ = true;
}

bool TiedPairs::join(const LinearEvaluation& evaluation, std::span<const std::uint32_t> fluents,
                     const Symmetry& symmetry, SignedClasses& classes, const Budget& budget) const {
  const auto contexts = context_images(evaluation.contexts(), symmetry, evaluation.heads());
  if (!contexts) return true;
  const auto count = static_cast<std::uint32_t>(fluents.size());
  std::vector<std::uint32_t> there;  // per place: that of its image, or their number
  for (const auto fluent : fluents)
    there.push_back(
        static_cast<std::uint32_t>(std::ranges::find(fluents, symmetry.fluents[fluent]) - fluents.begin()));
  for (std::uint32_t head = 0; head < evaluation.heads(); ++head) {
    const auto image = head_image(evaluation.payoffs(), symmetry, head);
    if (image.sign == 0) continue;
    for (std::uint32_t second = 1; second < count; ++second) {
      if (budget.out_of_time()) return false;
      for (std::uint32_t first = 0; first < second; ++first) {
        const auto [low, high] = std::minmax(there[first], there[second]);
        if (high == count) continue;
        for (std::uint32_t context = 0; context < contexts_; ++context)
          classes.join(static_cast<std::uint32_t>(number(head, context, first, second)),
                       static_cast<std::uint32_t>(number(image.weight, (*contexts)[context], low, high)),
                       image.sign);
      }
    }
  }
  return true;
}

}  // namespace woodstock::search::learning
