// All pairs of some fluents in every context, and which of them say the same: an error that one of them shows
// speaks for all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/budget.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/learning/signed_classes.hpp"
#include "search/learning/symmetry.hpp"

namespace woodstock::search::learning {

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

}  // namespace woodstock::search::learning
