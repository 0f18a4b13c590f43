// The weights of pairs by fluent: a row has a fluent's partners in ascending order with what each pair counts
// for. Only fluents with partners have a place here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/learning/linear_evaluation.hpp"

namespace woodstock::search::learning {

class PairRows {
 public:
  // Where a fluent has no partner.
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  // The weights as they are now.
  void take(const LinearEvaluation& evaluation);

  bool empty() const { return partners_.empty(); }
  std::uint32_t size() const { return size_; }
  std::uint32_t place(std::uint32_t fluent) const { return place_[fluent]; }
  // Whether the fluents at two places are a pair.
  bool are_pair(std::uint32_t one, std::uint32_t other) const {
    return (bits_[one * row_words_ + other / 64] >> (other % 64) & 1U) != 0;
  }
  // What it counts for, if they are.
  float weight(std::uint32_t context, std::uint32_t head, std::uint32_t one, std::uint32_t other) const;
  // Adds to a number for each place what the fluent there counts for beside the one at this place.
  void add_row(std::uint32_t context, std::uint32_t head, std::uint32_t place, float* numbers) const {
    const auto* weight = weights(context, head);
    for (auto at = begin_[place]; at < begin_[place + 1]; ++at) numbers[partners_[at]] += weight[at];
  }

 private:
  void arrange(const LinearEvaluation& evaluation);
  const float* weights(std::uint32_t context, std::uint32_t head) const {
    return weights_.data() + (std::size_t{context} * heads_ + head) * partners_.size();
  }

  std::shared_ptr<const Pairs> pairs_;
  std::uint32_t heads_ = 0, size_ = 0;
  std::vector<std::uint32_t> place_;     // per fluent
  std::vector<std::size_t> begin_;       // per place: of its partners
  std::vector<std::uint32_t> partners_;  // places
  std::vector<std::uint32_t> numbers_;   // of their pairs
  std::vector<float> weights_;           // context × head × partner
  std::size_t row_words_ = 0;
  std::vector<std::uint64_t> bits_;  // place × place: they are a pair
};

}  // namespace woodstock::search::learning
