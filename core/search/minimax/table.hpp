// A transposition table of fixed size: what is known of a state, by its hash. Four entries share a cache
// line; the shallowest of them gives way, those of earlier roots first. Threads share it without locks (Hyatt
// & Mann 2002): an entry is kept beside its key exclusive-or the entry, so that halves of two of them are
// taken for none.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "search/minimax/score.hpp"

namespace woodstock::search::minimax {

// The best move of a stage where none was looked for.
inline constexpr std::uint32_t kNoArm = 0xffff;

enum class Bound : std::uint8_t { kExact, kLower, kUpper };
inline Bound opposite(Bound bound) {
  return bound == Bound::kLower ? Bound::kUpper : bound == Bound::kUpper ? Bound::kLower : bound;
}

// What is known of a state, in the eight bytes that are read and written at once.
struct Entry {
  Score score = 0;  // as at the stage
  std::uint16_t best = 0;
  std::uint8_t depth = 0;
  std::uint8_t bound : 2 = 0;
  std::uint8_t complete : 1 = 0;  // no estimate stands behind it
  std::uint8_t age : 5 = 0;

  // Whether no deeper search can say more.
  bool decides() const {
    return complete != 0 || (is_win(score) && bound != std::uint8_t(Bound::kUpper)) ||
           (is_loss(score) && bound != std::uint8_t(Bound::kLower));
  }
  // Whether the score says enough for a search of that depth.
  bool deep_enough(std::uint32_t wanted) const { return depth >= wanted || decides(); }
};
static_assert(sizeof(Entry) == sizeof(std::uint64_t));

class Table {
 public:
  // The largest power of two of entries within both limits; forgets everything if that changes its size.
  void fit(std::uint32_t bits, std::size_t bytes) {
    const auto wanted =
        std::bit_floor(std::max<std::size_t>(kWays, std::min(std::size_t{1} << bits, bytes / sizeof(Slot))));
    if (wanted == size_) return;
    size_ = 0;
    slots_.reset();  // before the next one is made: both may not fit
    slots_ = std::make_unique<Slot[]>(wanted);
    size_ = wanted;
  }
  void clear() {
    for (std::size_t k = 0; k < size_; ++k) {
      slots_[k].check.store(0, kFreely);
      slots_[k].entry.store(0, kFreely);
    }
  }
  void grow_older() { age_ = (age_ + 1) % 32; }

  std::optional<Entry> find(std::uint64_t hash) const {
    if (size_ == 0) return std::nullopt;
    const auto* ways = ways_of(hash);
    for (std::size_t way = 0; way < kWays; ++way) {
      const auto bits = ways[way].entry.load(kFreely);
      if ((ways[way].check.load(kFreely) ^ bits) == key_of(hash)) return std::bit_cast<Entry>(bits);
    }
    return std::nullopt;
  }
  void store(std::uint64_t hash, Score score, Bound bound, std::uint32_t depth, std::uint32_t best,
             bool complete) {
    if (size_ == 0) return;
    auto* ways = ways_of(hash);
    auto* place = ways;
    auto least = worth(*ways, hash);
    for (std::size_t way = 1; way < kWays; ++way)
      if (const auto here = worth(ways[way], hash); here < least) {
        least = here;
        place = ways + way;
      }
    Entry entry;
    entry.score = score;
    entry.best = static_cast<std::uint16_t>(std::min(best, kNoArm));
    entry.depth = static_cast<std::uint8_t>(std::min(depth, 255U));
    entry.bound = static_cast<std::uint8_t>(bound) & 3;
    entry.complete = complete ? 1 : 0;
    entry.age = age_ & 31;
    const auto bits = std::bit_cast<std::uint64_t>(entry);
    place->entry.store(bits, kFreely);
    place->check.store(key_of(hash) ^ bits, kFreely);
  }

 private:
  static constexpr std::size_t kWays = 4;
  static constexpr auto kFreely = std::memory_order_relaxed;
  struct Slot {
    std::atomic<std::uint64_t> check{0};  // the key exclusive-or the entry; both 0: free
    std::atomic<std::uint64_t> entry{0};
  };
  static_assert(sizeof(Slot) == 16);

  static std::uint64_t key_of(std::uint64_t hash) { return hash | 1; }
  Slot* ways_of(std::uint64_t hash) const { return &slots_[(hash >> 16 & (size_ / kWays - 1)) * kWays]; }

  // How much would be lost with what is there: nothing if it is of the same state.
  std::int32_t worth(const Slot& slot, std::uint64_t hash) const {
    const auto bits = slot.entry.load(kFreely);
    const auto key = slot.check.load(kFreely) ^ bits;
    if (key == key_of(hash)) return -2000;
    if (key == 0) return -1000;
    const auto entry = std::bit_cast<Entry>(bits);
    return entry.depth - 4 * ((age_ + 32 - entry.age) % 32);
  }

  std::unique_ptr<Slot[]> slots_;
  std::size_t size_ = 0;
  std::uint8_t age_ = 0;
};

}  // namespace woodstock::search::minimax
