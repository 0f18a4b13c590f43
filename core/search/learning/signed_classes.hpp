// Numbers that are equal up to their signs, as far as is known: a union-find with signs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace woodstock::search::learning {

// A number is `sign` times another one.
struct Tie {
  std::uint32_t weight;
  float sign;
};

class SignedClasses {
 public:
  explicit SignedClasses(std::size_t weights) : above_(weights), nothing_(weights) {
    for (std::uint32_t i = 0; i < weights; ++i) above_[i] = {i, 1};
  }
  // The least of those equal to it.
  Tie find(std::uint32_t weight) {
    float sign = 1;
    while (above_[weight].weight != weight) {
      auto& above = above_[weight];
      const auto& next = above_[above.weight];
      above = {next.weight, above.sign * next.sign};
      sign *= above.sign;
      weight = above.weight;
    }
    return {weight, sign};
  }
  void join(std::uint32_t one, std::uint32_t other, float sign) {
    const auto first = find(one), second = find(other);
    const auto relative = first.sign * second.sign * sign;
    if (first.weight == second.weight) {
      if (relative < 0) nothing_[first.weight] = true;
      return;
    }
    const auto low = std::min(first.weight, second.weight), high = std::max(first.weight, second.weight);
    above_[high] = {low, relative};
    nothing_[low] = nothing_[low] || nothing_[high];
  }
  // Equal to its own opposite.
  bool nothing(std::uint32_t leader) const { return nothing_[leader]; }

 private:
  std::vector<Tie> above_;
  std::vector<bool> nothing_;
};

}  // namespace woodstock::search::learning
