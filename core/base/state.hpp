// A state of a game: the set of fluents that hold, as an immutable bitset with its Zobrist hash.
// Fluent f is bit f % 64 of word f / 64; bits beyond the last fluent are zero.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace woodstock {

class State {
 public:
  State() : hash_(0), fluents_(0), inline_{} {}
  // The fluents listed hold. Throws std::out_of_range if one is not below `fluent_count`.
  State(std::uint32_t fluent_count, std::span<const std::uint32_t> fluents);
  // The fluents whose bits are set. Throws std::invalid_argument if the words do not fit the count.
  static State of_words(std::uint32_t fluent_count, std::span<const std::uint64_t> words);
  // One byte per fluent, 0 or 1, as in `Circuit::initial`.
  static State of_bytes(std::span<const std::uint8_t> holds);
  // Trusts that `hash` is the hash of `words`: for engines that keep it up to date flip by flip.
  State(std::uint32_t fluent_count, const std::uint64_t* words, std::uint64_t hash);

  State(const State& other) : State(other.fluents_, other.data(), other.hash_) {}
  State(State&& other) noexcept;
  State& operator=(State other) noexcept;
  ~State() {
    if (!is_inline()) delete[] heap_;
  }

  std::uint32_t fluent_count() const { return fluents_; }
  std::uint32_t word_count() const { return words_for(fluents_); }
  std::span<const std::uint64_t> words() const { return {data(), word_count()}; }
  bool holds(std::uint32_t fluent) const { return data()[fluent / 64] >> (fluent % 64) & 1U; }
  std::vector<std::uint32_t> fluents() const;  // ascending
  std::uint64_t hash() const { return hash_; }
  bool operator==(const State& other) const;

  static constexpr std::uint32_t words_for(std::uint32_t fluents) { return (fluents + 63) / 64; }

 private:
  static constexpr std::uint32_t kInlineWords = 4;
  bool is_inline() const { return word_count() <= kInlineWords; }
  const std::uint64_t* data() const { return is_inline() ? inline_ : heap_; }
  std::uint64_t* allocate();

  std::uint64_t hash_;
  std::uint32_t fluents_;
  union {
    std::uint64_t inline_[kInlineWords];
    std::uint64_t* heap_;
  };
};

}  // namespace woodstock
