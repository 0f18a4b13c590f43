#include "base/state.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/zobrist.hpp"

namespace woodstock {

std::uint64_t* State::allocate() {
  if (is_inline()) return std::fill_n(inline_, kInlineWords, 0), inline_;
  return heap_ = new std::uint64_t[word_count()]();
}

State::State(std::uint32_t fluent_count, std::span<const std::uint32_t> fluents)
    : hash_(0), fluents_(fluent_count) {
  for (const auto fluent : fluents)
    if (fluent >= fluent_count)
      throw std::out_of_range("fluent " + std::to_string(fluent) + " of a game with " +
                              std::to_string(fluent_count) + " fluents");
  auto* words = allocate();
  for (const auto fluent : fluents) {
    const auto bit = std::uint64_t{1} << fluent % 64;
    if (!(words[fluent / 64] & bit)) hash_ ^= zobrist(fluent);
    words[fluent / 64] |= bit;
  }
}

State State::of_words(std::uint32_t fluent_count, std::span<const std::uint64_t> words) {
  if (words.size() != words_for(fluent_count))
    throw std::invalid_argument(std::to_string(words.size()) + " words for " + std::to_string(fluent_count) +
                                " fluents");
  std::uint64_t hash = 0;
  for (std::uint32_t w = 0; w < words.size(); ++w)
    for (auto rest = words[w]; rest; rest &= rest - 1) {
      const auto fluent = w * 64 + static_cast<std::uint32_t>(std::countr_zero(rest));
      if (fluent >= fluent_count)
        throw std::invalid_argument("bit " + std::to_string(fluent) + " is set beyond " +
                                    std::to_string(fluent_count) + " fluents");
      hash ^= zobrist(fluent);
    }
  return State(fluent_count, words.data(), hash);
}

State State::of_bytes(std::span<const std::uint8_t> holds) {
  std::vector<std::uint32_t> fluents;
  for (std::uint32_t f = 0; f < holds.size(); ++f)
    if (holds[f]) fluents.push_back(f);
  return State(static_cast<std::uint32_t>(holds.size()), fluents);
}

State::State(std::uint32_t fluent_count, const std::uint64_t* words, std::uint64_t hash)
    : hash_(hash), fluents_(fluent_count) {
  std::copy_n(words, word_count(), allocate());
}

State::State(State&& other) noexcept : hash_(other.hash_), fluents_(other.fluents_) {
  if (is_inline()) {
    std::copy_n(other.inline_, kInlineWords, inline_);
  } else {
    heap_ = std::exchange(other.heap_, nullptr);
    other.fluents_ = 0;
    other.hash_ = 0;
    std::fill_n(other.inline_, kInlineWords, 0);
  }
}

State& State::operator=(State other) noexcept {
  if (!is_inline()) delete[] heap_;
  fluents_ = 0;
  hash_ = 0;
  std::swap(hash_, other.hash_);
  std::swap(fluents_, other.fluents_);
  if (is_inline())
    std::copy_n(other.inline_, kInlineWords, inline_);
  else
    heap_ = other.heap_;
  return *this;
}

std::vector<std::uint32_t> State::fluents() const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t w = 0; w < word_count(); ++w)
    for (auto rest = data()[w]; rest; rest &= rest - 1)
      result.push_back(w * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
  return result;
}

bool State::operator==(const State& other) const {
  return hash_ == other.hash_ && fluents_ == other.fluents_ &&
         std::equal(data(), data() + word_count(), other.data());
}

}  // namespace woodstock
