// What is known of states, for one prover: a value proven whatever the depth, and a value not exceeded within
// some depth. Proofs outlive their root, so that the table is kept from move to move.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace woodstock::search::proof {

using Value = std::int32_t;

struct Entry {
  static constexpr std::uint8_t kAnyDepth = 255;  // nothing was cut off at the horizon

  std::uint64_t key = 0;
  Value proven = std::numeric_limits<Value>::min();
  Value refuted = std::numeric_limits<Value>::max();  // no more than this within `depth`
  std::uint16_t prover = 0, refuter = 0;              // the moves to try first
  std::uint8_t depth = 0;
  std::uint8_t searched = 0;  // the depth of the last search, which is kept if deeper than another state's
  std::uint8_t shown = 0;     // joint moves within which `proven` was shown
};

class Table {
 public:
  explicit Table(std::uint32_t bits)
      : entries_(std::size_t{2} << bits), mask_((std::size_t{1} << bits) - 1) {}

  static std::uint64_t key(std::span<const std::uint64_t> words, std::uint64_t side) {
    auto hash = mix64(side + 1);
    for (const auto word : words) hash = mix64(hash ^ word);
    return hash | 1;  // never the key of an empty entry
  }
  const Entry* find(std::uint64_t key) const { return const_cast<Table*>(this)->find(key); }
  Entry* find(std::uint64_t key) {
    auto* bucket = &entries_[2 * (key >> 8 & mask_)];
    return bucket[0].key == key ? bucket : bucket[1].key == key ? bucket + 1 : nullptr;
  }
  // The state's entry, or one that is given up for it: of two the shallower, at last the second.
  Entry& claim(std::uint64_t key, std::uint8_t depth) {
    if (auto* found = find(key)) return *found;
    auto* bucket = &entries_[2 * (key >> 8 & mask_)];
    auto& entry = bucket[0].key == 0 || depth >= bucket[0].searched ? bucket[0] : bucket[1];
    entry = Entry{};
    entry.key = key;
    return entry;
  }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  std::vector<Entry> entries_;
  std::size_t mask_;
};

}  // namespace woodstock::search::proof
