#include "search/learning/pair_rows.hpp"

#include <algorithm>
#include <utility>

namespace woodstock::search::learning {

void PairRows::take(const LinearEvaluation& evaluation) {
  if (pairs_ != evaluation.shared_pairs()) arrange(evaluation);
  auto* weight = weights_.data();
  for (std::uint32_t context = 0; context < evaluation.contexts().count(); ++context)
    for (std::uint32_t head = 0; head < heads_; ++head) {
      const auto* const of_pairs =
          evaluation.context(context) + std::size_t{evaluation.first_pair()} * heads_ + head;
      for (const auto number : numbers_) *weight++ = of_pairs[std::size_t{number} * heads_];
    }
}

void PairRows::arrange(const LinearEvaluation& evaluation) {
  pairs_ = evaluation.shared_pairs();
  heads_ = evaluation.heads();
  size_ = 0;
  place_.assign(evaluation.fluents(), kNowhere);
  for (const auto& [first, second] : pairs_->all())
    for (const auto fluent : {first, second})
      if (place_[fluent] == kNowhere) place_[fluent] = size_++;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> rows(size_);
  row_words_ = (size_ + 63) / 64;
  bits_.assign(size_ * row_words_, 0);
  std::uint32_t number = 0;
  for (const auto& [first, second] : pairs_->all()) {
    for (const auto& [one, other] :
         {std::pair(place_[first], place_[second]), {place_[second], place_[first]}}) {
      rows[one].emplace_back(other, number);
      bits_[one * row_words_ + other / 64] |= std::uint64_t{1} << (other % 64);
    }
    ++number;
  }
  begin_.assign(1, 0);
  partners_.clear();
  numbers_.clear();
  for (auto& row : rows) {
    std::ranges::sort(row);
    for (const auto& [partner, pair] : row) {
      partners_.push_back(partner);
      numbers_.push_back(pair);
    }
    begin_.push_back(partners_.size());
  }
  weights_.resize(std::size_t{evaluation.contexts().count()} * heads_ * partners_.size());
}

float PairRows::weight(std::uint32_t context, std::uint32_t head, std::uint32_t one,
                       std::uint32_t other) const {
  const auto row = partners_.begin() + static_cast<std::ptrdiff_t>(begin_[one]);
  const auto end = partners_.begin() + static_cast<std::ptrdiff_t>(begin_[one + 1]);
  return weights(context, head)[std::lower_bound(row, end, other) - partners_.begin()];
}

}  // namespace woodstock::search::learning
