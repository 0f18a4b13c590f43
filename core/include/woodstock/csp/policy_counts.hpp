// How many policies of a game have which expected utility (2016 §3.1): all decisions are taken jointly, a
// policy picks one joint action wherever the play may come to, and policies of different outcomes combine
// freely. Per state a multiset of utilities, united over actions and convolved over chance.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "woodstock/csp/stage_values.hpp"

namespace woodstock::csp {

// A natural number below 2^128 whose sums and products are checked: they throw std::overflow_error.
class Wide {
 public:
  Wide(std::uint64_t value = 0) : value_(value) {}
  unsigned __int128 get() const { return value_; }
  friend Wide operator+(Wide left, Wide right) {
    Wide sum;
    if (__builtin_add_overflow(left.value_, right.value_, &sum.value_)) overflow();
    return sum;
  }
  friend Wide operator*(Wide left, Wide right) {
    Wide product;
    if (__builtin_mul_overflow(left.value_, right.value_, &product.value_)) overflow();
    return product;
  }
  friend auto operator<=>(const Wide& left, const Wide& right) = default;

 private:
  [[noreturn]] static void overflow() { throw std::overflow_error("a number is too large for 128 bits"); }
  unsigned __int128 value_;
};

struct PolicyCounts {
  using Utilities = std::vector<Wide>;  // per player: 100 · base^exponent times its utility

  std::uint64_t base = 1;
  std::uint32_t exponent = 0;
  std::map<Utilities, Natural> counts;
};

// Of the initial state. Throws OutOfTime, EndlessPlay (a policy of a play that may stay where it is would be
// infinite) and std::overflow_error (a utility beyond 128 bits, or a goal below 0).
PolicyCounts count_policies(const StageOrder& order, const Deadline& deadline);

}  // namespace woodstock::csp
