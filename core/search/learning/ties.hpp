// Weights that symmetries of the game tie together: what a fluent is worth in one corner it is worth in the
// others, and where players can be exchanged, one's worth is the other's loss. Tied weights are learned as
// one, so that every position teaches about all its images. An evaluation proves nothing, so a symmetry that
// was only tested does here as well.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/budget.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/learning/signed_classes.hpp"

namespace woodstock::search::learning {

// Where each fluent goes, and each role; and each move, for evaluations that count which are legal.
struct Symmetry {
  std::vector<std::uint32_t> fluents, roles, moves = {};
};

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

// All pairs of some fluents in every context, and which of them say the same.
class TiedPairs {
 public:
  // Those are tied that symmetries take to each other; and a pair is the same in every context, unless
  // symmetries have it otherwise. Nothing is known if the budget's time runs out.
  TiedPairs(const LinearEvaluation& evaluation, std::span<const std::uint32_t> fluents,
            std::span<const Symmetry> symmetries, const Budget& budget);

  bool known() const { return known_; }
  std::size_t size() const { return leaders_.size(); }
  // Of a head, a context, and two fluents by their places, first < second: the one that they are learned
  // with; the sign is 0 where they have to be nothing.
  Tie of(std::uint32_t head, std::uint32_t context, std::uint32_t first, std::uint32_t second) const {
    return leaders_[number(head, context, first, second)];
  }

 private:
  std::size_t number(std::uint32_t head, std::uint32_t context, std::uint32_t first,
                     std::uint32_t second) const {
    return (std::size_t{head} * contexts_ + context) * pairs_ + std::size_t{second} * (second - 1) / 2 +
           first;
  }
  bool join(const LinearEvaluation& evaluation, std::span<const std::uint32_t> fluents,
            const Symmetry& symmetry, SignedClasses& classes, const Budget& budget) const;

  std::size_t contexts_, pairs_;
  std::vector<Tie> leaders_;
  bool known_ = false;
};

// Of pairs, the images that are not among them, as far as all of them together are not too many.
std::vector<Pair> missing_images(const std::vector<Pair>& pairs, std::span<const Symmetry> symmetries,
                                 std::size_t most);

}  // namespace woodstock::search::learning
