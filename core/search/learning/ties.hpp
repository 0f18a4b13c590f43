// Weights that symmetries of the game tie together: what a fluent is worth in one corner it is worth in the
// others, and where players can be exchanged, one's worth is the other's loss. Tied weights are learned as
// one, so that every position teaches about all its images. An evaluation proves nothing, so a symmetry that
// was only tested does here as well.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/learning/linear_evaluation.hpp"
#include "search/learning/signed_classes.hpp"
#include "search/learning/symmetry.hpp"

namespace woodstock::search::learning {

class Ties {
 public:
  // None: every weight stands for itself.
  Ties() = default;
  // Of the weights of an evaluation. Symmetries that its contexts do not go along with are left out. Throws
  // std::invalid_argument for what is no permutation of the fluents and roles.
  Ties(const LinearEvaluation& evaluation, std::span<const Symmetry> symmetries, std::uint32_t roles);

  bool empty() const { return leaders_.empty(); }
  // Itself, or the one that it is learned with; the sign is 0 where it has to be nothing.
  Tie of(std::size_t weight) const {
    return empty() ? Tie{static_cast<std::uint32_t>(weight), 1} : leaders_[weight];
  }
  // Those tied to one that others are learned with, itself among them.
  std::span<const Tie> tied_to(std::uint32_t leader) const {
    return std::span(members_).subspan(begin_[leader], begin_[leader + 1] - begin_[leader]);
  }
  // Each becomes what the tied ones are on average.
  void level(std::vector<float>& weights) const;

 private:
  std::vector<Tie> leaders_;  // per weight
  std::vector<Tie> members_;
  std::vector<std::uint32_t> begin_;  // per weight, and one more
};

}  // namespace woodstock::search::learning
