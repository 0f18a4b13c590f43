#include "search/learning/weight_average.hpp"

namespace woodstock::search::learning {

void WeightAverage::add(std::span<const float> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) sums_[i] += weights[i];
  if (++count_ % step_ != 0) return;
  moments_.push_back({count_, sums_});
  if (moments_.size() < kMoments) return;
  step_ *= 2;
  std::erase_if(moments_, [&](const Moment& moment) { return moment.count % step_ != 0; });
}

std::vector<float> WeightAverage::mean() const {
  if (count_ == 0) return {};
  const Moment* from = nullptr;  // the last moment of the first half
  for (const auto& moment : moments_)
    if (2 * moment.count <= count_) from = &moment;
  const auto terms = static_cast<double>(count_ - (from != nullptr ? from->count : 0));
  std::vector<float> mean(sums_.size());
  for (std::size_t i = 0; i < mean.size(); ++i)
    mean[i] = static_cast<float>((sums_[i] - (from != nullptr ? from->sums[i] : 0)) / terms);
  return mean;
}

}  // namespace woodstock::search::learning
