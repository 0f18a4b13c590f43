// The mean of weights over the second half of their history, however long it gets (Polyak & Juditsky 1992,
// begun late): running sums are kept at some moments, and every other one is dropped when there are many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::search::learning {

class WeightAverage {
 public:
  explicit WeightAverage(std::size_t weights) : sums_(weights) {}

  void add(std::span<const float> weights);
  // Nothing before the first `add`.
  std::vector<float> mean() const;
  std::uint64_t count() const { return count_; }
  // The sums so far become others: there are more weights now, say.
  template <class Function>
  void transform(const Function& function) {
    sums_ = function(sums_);
    for (auto& moment : moments_) moment.sums = function(moment.sums);
  }

 private:
  static constexpr std::size_t kMoments = 16;
  struct Moment {
    std::uint64_t count;
    std::vector<double> sums;
  };
  std::vector<double> sums_;
  std::vector<Moment> moments_;
  std::uint64_t count_ = 0, step_ = 1;
};

}  // namespace woodstock::search::learning
