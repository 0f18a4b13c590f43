#include "search/mac_ucb/outcomes.hpp"

namespace woodstock::search::mac_ucb {

void Outcomes::gather(const PolicyTree& tree, const Expansion& expansion) {
  size_ = tree.payoff_size();
  const auto actions = static_cast<std::uint32_t>(expansion.children.size());
  const auto chances = expansion.chances, stride = expansion.chance_stride;
  outcomes_.resize(actions / chances);
  numbers_.resize(outcomes_.size() * 3 * size_);
  float* numbers = numbers_.data();
  auto* outcome = outcomes_.data();
  for (std::uint32_t action = 0; action < actions; ++action) {
    if (chances > 1 && action / stride % chances != 0) continue;
    *outcome = {action, 0, true};
    for (std::uint32_t c = 0; c < chances; ++c) {
      const auto child = expansion.children[action + c * stride];
      const float* value = tree.value(child);
      const float odds = expansion.odds.empty() ? 1 : expansion.odds[c] * static_cast<float>(chances);
      for (std::uint32_t i = 0; i < size_; ++i) {
        numbers[i] = (c > 0 ? numbers[i] : 0) + odds * value[i];
        numbers[size_ + i] = (c > 0 ? numbers[size_ + i] : 0) + odds * value[3 * size_ + i];
        numbers[2 * size_ + i] = (c > 0 ? numbers[2 * size_ + i] : 0) + odds * value[4 * size_ + i];
      }
      outcome->samples += static_cast<float>(tree[child].samples);
      outcome->solved = outcome->solved && tree[child].solved;
    }
    if (chances > 1)
      for (std::uint32_t i = 0; i < 3 * size_; ++i) numbers[i] /= static_cast<float>(chances);
    ++outcome;
    numbers += 3 * size_;
  }
}

}  // namespace woodstock::search::mac_ucb
