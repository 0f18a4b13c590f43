// The joint actions of a stage's deciders, with chance averaged out: of each its value and its bounds.
#pragma once

#include <cstdint>
#include <vector>

#include "search/mac_ucb/policy_tree.hpp"

namespace woodstock::search::mac_ucb {

class Outcomes {
 public:
  void gather(const PolicyTree& tree, const Expansion& expansion);

  std::uint32_t count() const { return static_cast<std::uint32_t>(outcomes_.size()); }
  // The joint action with chance's first move, and its playouts.
  std::uint32_t action(std::uint32_t outcome) const { return outcomes_[outcome].action; }
  float samples(std::uint32_t outcome) const { return outcomes_[outcome].samples; }
  // Whether its value is exact.
  bool solved(std::uint32_t outcome) const { return outcomes_[outcome].solved; }
  const float* value(std::uint32_t outcome) const { return numbers_.data() + 3 * size_ * outcome; }
  const float* low(std::uint32_t outcome) const { return value(outcome) + size_; }
  const float* high(std::uint32_t outcome) const { return value(outcome) + 2 * size_; }

 private:
  struct Outcome {
    std::uint32_t action = 0;
    float samples = 0;
    bool solved = true;
  };
  std::size_t size_ = 1;
  std::vector<Outcome> outcomes_;
  std::vector<float> numbers_;
};

}  // namespace woodstock::search::mac_ucb
