// How deep iterations go before playouts stand for the rest: as far as was asked, or deeper as long as they
// stay small, until they cover the game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "search/cfr/options.hpp"

namespace woodstock::search::cfr {

class DepthLimit {
 public:
  explicit DepthLimit(const Options& options)
      : grows_(options.depth == 0), leaves_(options.leaves), depth_(std::max(1U, options.depth)) {}

  std::uint32_t depth() const { return depth_; }
  std::uint64_t iterations() const { return iterations_; }  // at this depth

  void count_anew() { iterations_ = 0; }
  void restart() {
    iterations_ = 0;
    if (grows_) depth_ = 1;
  }
  // Counts an iteration of so many leaves, some of them `cut` off by the limit; true if the limit grew.
  bool counted(std::uint64_t leaves, bool cut, std::size_t learners) {
    if (++iterations_ < kIterationsPerRole * learners || !grows_ || !cut || leaves > leaves_) return false;
    ++depth_;
    iterations_ = 0;
    return true;
  }

 private:
  static constexpr std::uint64_t kIterationsPerRole = 32;  // before a deeper limit

  bool grows_;
  std::uint32_t leaves_;
  std::uint32_t depth_;
  std::uint64_t iterations_ = 0;
};

}  // namespace woodstock::search::cfr
