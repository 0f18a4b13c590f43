#include "search/mac_ucb/move_table.hpp"

#include <algorithm>
#include <numeric>

#include "search/mac_ucb/options.hpp"

namespace woodstock::search::mac_ucb {

void MoveTable::reset(std::size_t moves, std::uint32_t size) {
  size_ = size;
  made_.assign(moves, 0.0F);
  rewards_.assign(moves * size, 0.0F);
  inherited_.assign(moves * size, 0.0F);
}

void MoveTable::add(std::size_t m, float playouts, const float* rewards) {
  made_[m] += playouts;
  for (std::uint32_t i = 0; i < size_; ++i) rewards_[m * size_ + i] += rewards[i];
}

void MoveTable::inherit(std::size_t m, const float* effect) {
  std::copy_n(effect, size_, inherited_.begin() + static_cast<std::ptrdiff_t>(m * size_));
}

float MoveTable::made() const { return std::accumulate(made_.begin(), made_.end(), 0.0F); }

void MoveTable::effects(std::vector<float>& result) const {
  result.resize(rewards_.size());
  const float all = made();
  for (std::uint32_t i = 0; i < size_; ++i) {
    float sum = 0;
    for (std::size_t m = 0; m < made_.size(); ++m) sum += rewards_[m * size_ + i];
    const float middle = all > 0 ? sum / all : 0;
    for (std::size_t m = 0; m < made_.size(); ++m) {
      const auto at = m * size_ + i;
      result[at] = (rewards_[at] - made_[m] * middle + kInherited * inherited_[at]) / (made_[m] + kInherited);
    }
  }
}

}  // namespace woodstock::search::mac_ucb
