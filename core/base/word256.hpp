// One row of the lanes: 256 bits, one per playout. Plain words here; the kernels see them as vectors.
#pragma once

#include <bit>
#include <cstdint>

namespace woodstock {

inline constexpr std::uint32_t kLanes = 256;

struct alignas(32) Word256 {
  std::uint64_t word[4] = {0, 0, 0, 0};

  // The lowest `count` lanes.
  static Word256 first(std::uint32_t count) {
    Word256 row;
    for (std::uint32_t w = 0; w < 4; ++w) {
      if (count >= 64 * (w + 1)) {
        row.word[w] = ~std::uint64_t{0};
      } else if (count > 64 * w) {
        row.word[w] = (std::uint64_t{1} << (count - 64 * w)) - 1;
      }
    }
    return row;
  }
  static Word256 all() { return first(kLanes); }

  bool test(std::uint32_t lane) const { return word[lane / 64] >> (lane % 64) & 1U; }
  void set(std::uint32_t lane) { word[lane / 64] |= std::uint64_t{1} << (lane % 64); }
  void reset(std::uint32_t lane) { word[lane / 64] &= ~(std::uint64_t{1} << (lane % 64)); }
  bool any() const { return (word[0] | word[1] | word[2] | word[3]) != 0; }
  std::uint32_t count() const {
    return static_cast<std::uint32_t>(std::popcount(word[0]) + std::popcount(word[1]) +
                                      std::popcount(word[2]) + std::popcount(word[3]));
  }
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t w = 0; w < 4; ++w)
      for (auto bits = word[w]; bits != 0; bits &= bits - 1)
        visit(64 * w + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

  friend Word256 operator&(Word256 a, const Word256& b) {
    for (int w = 0; w < 4; ++w) a.word[w] &= b.word[w];
    return a;
  }
  friend Word256 operator|(Word256 a, const Word256& b) {
    for (int w = 0; w < 4; ++w) a.word[w] |= b.word[w];
    return a;
  }
  friend Word256 operator~(Word256 a) {
    for (int w = 0; w < 4; ++w) a.word[w] = ~a.word[w];
    return a;
  }
  bool operator==(const Word256&) const = default;
};

}  // namespace woodstock
