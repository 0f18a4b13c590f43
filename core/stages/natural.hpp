// Natural numbers without bound, as little-endian words: just what exact expectations need, namely sums,
// products and comparisons.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace woodstock::stages {

class Natural {
 public:
  Natural() = default;
  explicit Natural(std::uint64_t value) {
    if (value != 0) words_.push_back(value);
  }
  // Words without leading zeros.
  explicit Natural(std::span<const std::uint64_t> words) : words_(words.begin(), words.end()) {}

  std::span<const std::uint64_t> words() const { return words_; }

  Natural& operator+=(const Natural& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size(), 0);
    unsigned __int128 carry = 0;
    for (std::size_t i = 0; i < words_.size() && (i < other.words_.size() || carry != 0); ++i) {
      carry += words_[i];
      if (i < other.words_.size()) carry += other.words_[i];
      words_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    if (carry != 0) words_.push_back(static_cast<std::uint64_t>(carry));
    return *this;
  }

  Natural& operator*=(std::uint64_t factor) {
    if (factor == 0) words_.clear();
    unsigned __int128 carry = 0;
    for (auto& word : words_) {
      carry += static_cast<unsigned __int128>(word) * factor;
      word = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    if (carry != 0) words_.push_back(static_cast<std::uint64_t>(carry));
    return *this;
  }

  friend Natural operator*(const Natural& left, const Natural& right) {
    Natural product;
    if (left.words_.empty() || right.words_.empty()) return product;
    product.words_.assign(left.words_.size() + right.words_.size(), 0);
    for (std::size_t i = 0; i < left.words_.size(); ++i) {
      unsigned __int128 carry = 0;
      for (std::size_t j = 0; j < right.words_.size() || carry != 0; ++j) {
        if (j < right.words_.size()) {
          // At most (2^64 - 1)^2 + 2 (2^64 - 1): it cannot overflow.
          carry += static_cast<unsigned __int128>(left.words_[i]) * right.words_[j];
        }
        carry += product.words_[i + j];
        product.words_[i + j] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
      }
    }
    if (product.words_.back() == 0) product.words_.pop_back();
    return product;
  }

  friend std::strong_ordering operator<=>(const Natural& left, const Natural& right) {
    if (left.words_.size() != right.words_.size()) return left.words_.size() <=> right.words_.size();
    for (auto i = left.words_.size(); i-- > 0;)
      if (left.words_[i] != right.words_[i]) return left.words_[i] <=> right.words_[i];
    return std::strong_ordering::equal;
  }
  friend bool operator==(const Natural& left, const Natural& right) = default;

 private:
  std::vector<std::uint64_t> words_;  // without leading zeros
};

}  // namespace woodstock::stages
