// A set of small numbers that yields its least member: bits under a tree of 64-way summaries.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace woodstock::csp {

class IndexQueue {
 public:
  explicit IndexQueue(std::size_t size) {
    do {
      size = size == 0 ? 1 : (size + 63) / 64;
      levels_.emplace_back(size, 0);
    } while (size > 1);
  }
  bool empty() const { return levels_.back()[0] == 0; }
  void insert(std::uint32_t index) {
    for (auto& level : levels_) {
      auto& word = level[index / 64];
      const auto before = word;
      word |= std::uint64_t{1} << index % 64;
      if (before != 0) return;
      index /= 64;
    }
  }
  std::uint32_t least() const {
    std::uint32_t index = 0;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
      index = index * 64 + static_cast<std::uint32_t>(std::countr_zero((*level)[index]));
    return index;
  }
  std::uint32_t pop() {
    const auto index = least();
    auto up = index;
    for (auto& level : levels_) {
      auto& word = level[up / 64];
      word &= word - 1;  // the least member is the lowest bit on every level
      if (word != 0) break;
      up /= 64;
    }
    return index;
  }

 private:
  std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace woodstock::csp
