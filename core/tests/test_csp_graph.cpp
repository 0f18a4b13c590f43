// The parts that solving whole games rests on: natural numbers against 128-bit arithmetic, numbers of states.
#include <map>

#include "check.hpp"
#include "woodstock/csp/natural.hpp"
#include "woodstock/csp/state_table.hpp"
#include "woodstock/csp/wide.hpp"
#include "woodstock/random.hpp"

using namespace woodstock::csp;
using woodstock::Random;

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

void test_naturals() {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto a = random_word(random);
    const auto b = random_word(random);
    CHECK(value_of(Natural(a) * Natural(b)) == Big{a} * b);
    const auto left = Big{a} << 60U;
    const auto right = Big{b} << random.below(60);
    CHECK(value_of(natural_of(left)) == left);
    CHECK(value_of(natural_of(left) += natural_of(right)) == left + right);
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

void test_wide_numbers_are_checked() {
  const Wide large = Wide(std::int64_t{1} << 62U) * Wide(std::int64_t{1} << 62U);
  CHECK((large + large).get() == __int128{1} << 125U);
  CHECK(Wide::of(-1, 0).get() == -(__int128{1} << 64U));
  CHECK(Wide(-2) * Wide(3) < Wide(0));
  auto failed = 0;
  try {
    CHECK((large * Wide(8)).get() == 0);
  } catch (const std::overflow_error&) {
    ++failed;
  }
  try {
    const auto half = large * Wide(4);
    CHECK((half + half).get() == 0);
  } catch (const std::overflow_error&) {
    ++failed;
  }
  CHECK(failed == 2);
}

void test_state_table() {
  Random random(2);
  StateTable table(3);
  std::map<std::vector<std::uint64_t>, StateTable::Id> known;
  for (int i = 0; i < 5000; ++i) {
    const std::vector<std::uint64_t> words{random.below(12), random.below(12), random.below(12)};
    const auto found = table.find(words);
    const auto place = known.find(words);
    CHECK(found.has_value() == (place != known.end()));
    if (place != known.end()) CHECK(*found == place->second);
    const auto id = table.add(words);
    CHECK(known.try_emplace(words, id).first->second == id);
    CHECK(table.size() == known.size());
    CHECK(std::ranges::equal(table.words(id), words));
  }
}

}  // namespace

int main() {
  test_naturals();
  test_wide_numbers_are_checked();
  test_state_table();
  return finish();
}
