// Numbers for states: each bitset of fluents gets one, in the order in which they are met.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace woodstock {

class StateTable {
 public:
  using Id = std::uint32_t;

  explicit StateTable(std::size_t words) : width_(words), slots_(64, kEmpty) {}

  Id size() const { return count_; }
  std::span<const std::uint64_t> words(Id id) const { return std::span(words_).subspan(id * width_, width_); }
  std::optional<Id> find(std::span<const std::uint64_t> words) const {
    const auto id = slots_[slot(words)];
    return id == kEmpty ? std::nullopt : std::optional(id);
  }
  // The number of the state, which may be new.
  Id add(std::span<const std::uint64_t> words) {
    const auto place = slot(words);
    if (slots_[place] != kEmpty) return slots_[place];
    slots_[place] = count_;
    words_.insert(words_.end(), words.begin(), words.end());
    ++count_;
    if (2 * std::size_t{count_} > slots_.size()) grow();
    return count_ - 1;
  }
  std::size_t bytes() const { return words_.capacity() * 8 + slots_.capacity() * sizeof(Id); }

 private:
  static constexpr Id kEmpty = 0xffffffff;

  static std::uint64_t hash(std::span<const std::uint64_t> words) {
    std::uint64_t hash = 0;
    for (const auto word : words) {  // the finaliser of splitmix64 after each word
      hash = (hash ^ word) + 0x9e3779b97f4a7c15U;
      hash = (hash ^ hash >> 30U) * 0xbf58476d1ce4e5b9U;
      hash = (hash ^ hash >> 27U) * 0x94d049bb133111ebU;
      hash ^= hash >> 31U;
    }
    return hash;
  }
  std::size_t slot(std::span<const std::uint64_t> words) const {
    const auto mask = slots_.size() - 1;
    auto place = static_cast<std::size_t>(hash(words)) & mask;
    while (slots_[place] != kEmpty && !std::ranges::equal(this->words(slots_[place]), words))
      place = (place + 1) & mask;
    return place;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), kEmpty);
    for (Id id = 0; id < count_; ++id) slots_[slot(words(id))] = id;
  }

  std::size_t width_;
  Id count_ = 0;
  std::vector<std::uint64_t> words_;
  std::vector<Id> slots_;
};

}  // namespace woodstock
