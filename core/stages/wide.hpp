// Integers of 128 bits whose sums and products are checked: they throw std::overflow_error.
#pragma once

#include <compare>
#include <cstdint>
#include <stdexcept>

namespace woodstock::stages {

class Wide {
 public:
  Wide(std::int64_t value = 0) : value_(value) {}
  static Wide of(std::int64_t high, std::uint64_t low) {
    Wide wide;
    wide.value_ = static_cast<__int128>(high) * (static_cast<__int128>(1) << 64) + low;
    return wide;
  }
  __int128 get() const { return value_; }

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
  __int128 value_;
};

}  // namespace woodstock::stages
