// Against 128-bit arithmetic, and by two ways beyond.
#include "stages/natural.hpp"

#include <cstdint>

#include "base/random.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::stages;

namespace {

using Big = unsigned __int128;

Big value_of(const Natural& number) {
  Big value = 0;
  for (auto i = number.words().size(); i-- > 0;) value = value << 64U | number.words()[i];
  return value;
}

Natural natural_of(Big value) {
  Natural high(static_cast<std::uint64_t>(value >> 64U));
  high = high * (Natural(std::uint64_t{1} << 63U) * Natural(2));
  return high += Natural(static_cast<std::uint64_t>(value));
}

std::uint64_t random_word(Random& random) {
  const auto bits = random.below(65);
  const auto word = std::uint64_t{random.below(0xffffffff)} << 32U | random.below(0xffffffff);
  return bits == 0 ? 0 : word >> (64 - bits);
}

}  // namespace

TEST_CASE("naturals add, multiply and compare as integers do") {
  const std::uint64_t seed = 1;
  CAPTURE(seed);
  Random random(seed);
  for (int i = 0; i < 20000; ++i) {
    const auto a = random_word(random);
    const auto b = random_word(random);
    CHECK((value_of(Natural(a) * Natural(b)) == Big{a} * b));
    const auto left = Big{a} << 60U;
    const auto right = Big{b} << random.below(60);
    CHECK((value_of(natural_of(left)) == left));
    CHECK((value_of(natural_of(left) += natural_of(right)) == left + right));
    CHECK((natural_of(left) < natural_of(right)) == (left < right));
    CHECK((natural_of(left) == natural_of(right)) == (left == right));
    auto product = Natural(a);
    product *= b;
    CHECK(product == Natural(a) * Natural(b));
  }
  // (2^64 - 1)^6 by two ways, carries all along.
  const Natural most(~std::uint64_t{0});
  auto one = most * most * most * (most * most * most);
  auto other = most;
  for (int i = 0; i < 5; ++i) other *= ~std::uint64_t{0};
  CHECK(one == other);
  CHECK(one.words().size() == 6);
}
