// A transposition table of fixed size: what is known of a state, by its hash. Four entries share a cache
// line; the shallowest of them gives way, those of earlier roots first.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "search/minimax/score.hpp"

namespace woodstock::search::minimax {

enum class Bound : std::uint8_t { kExact, kLower, kUpper };
inline Bound opposite(Bound bound) {
  return bound == Bound::kLower ? Bound::kUpper : bound == Bound::kUpper ? Bound::kLower : bound;
}

struct Entry {
  std::uint64_t key = 0;  // 0: free
  Score score = 0;        // as at the stage
  std::uint16_t best = 0;
  std::uint8_t depth = 0;
  std::uint8_t bound : 2 = 0;
  std::uint8_t complete : 1 = 0;  // no estimate stands behind it
  std::uint8_t age : 5 = 0;

  // Whether the score says enough for a search of that depth.
  bool deep_enough(std::uint32_t wanted) const {
    return depth >= wanted || complete != 0 || (is_win(score) && bound != std::uint8_t(Bound::kUpper)) ||
           (is_loss(score) && bound != std::uint8_t(Bound::kLower));
  }
};
static_assert(sizeof(Entry) == 16);

class Table {
 public:
  // The largest power of two of entries within both limits; forgets everything if that changes its size.
  void fit(std::uint32_t bits, std::size_t bytes) {
    const auto wanted =
        std::bit_floor(std::max<std::size_t>(kWays, std::min(std::size_t{1} << bits, bytes / sizeof(Entry))));
    if (wanted == entries_.size()) return;
    entries_.assign(wanted, {});
    mask_ = wanted / kWays - 1;
    used_ = 0;
  }
  void clear() {
    entries_.assign(entries_.size(), {});
    used_ = 0;
  }
  void grow_older() { age_ = (age_ + 1) % 32; }
  std::size_t used() const { return used_; }

  const Entry* find(std::uint64_t hash) const {
    if (entries_.empty()) return nullptr;
    const auto key = hash | 1;
    const auto* ways = &entries_[(hash >> 16 & mask_) * kWays];
    for (std::size_t way = 0; way < kWays; ++way)
      if (ways[way].key == key) return ways + way;
    return nullptr;
  }
  void store(std::uint64_t hash, Score score, Bound bound, std::uint32_t depth, std::uint32_t best,
             bool complete) {
    if (entries_.empty()) return;
    const auto key = hash | 1;
    auto* ways = &entries_[(hash >> 16 & mask_) * kWays];
    auto* place = ways;
    for (std::size_t way = 0; way < kWays; ++way) {
      if (ways[way].key == key) {
        place = ways + way;
        break;
      }
      if (worth(ways[way]) < worth(*place)) place = ways + way;
    }
    used_ += place->key == 0;
    place->key = key;
    place->score = score;
    place->best = static_cast<std::uint16_t>(std::min(best, 0xffffU));
    place->depth = static_cast<std::uint8_t>(std::min(depth, 255U));
    place->bound = static_cast<std::uint8_t>(bound);
    place->complete = complete;
    place->age = age_;
  }

 private:
  static constexpr std::size_t kWays = 4;

  std::int32_t worth(const Entry& entry) const {
    if (entry.key == 0) return -1000;
    return entry.depth - 4 * ((age_ + 32 - entry.age) % 32);
  }

  std::vector<Entry> entries_;
  std::size_t mask_ = 0, used_ = 0;
  std::uint8_t age_ = 0;
};

}  // namespace woodstock::search::minimax
