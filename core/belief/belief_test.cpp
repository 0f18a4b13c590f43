#include "belief/belief.hpp"

#include <vector>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::belief;

namespace {

Belief three() {
  Gathering gathering(1);
  const std::vector<std::uint64_t> a{7}, b{3}, c{5};
  gathering.add(a, 1);
  gathering.add(b, 2);
  gathering.add(a, 3);
  gathering.add(c, 2);
  return gathering.belief();
}

}  // namespace

TEST_CASE("equal states are one, with the sum of their weights") {
  const auto belief = three();
  REQUIRE(belief.size() == 3);
  CHECK(belief.state(0)[0] == 7);
  CHECK(belief.weights()[0] == doctest::Approx(0.5));
  CHECK(belief.weights()[1] == doctest::Approx(0.25));
  CHECK(belief.exact());
}

TEST_CASE("a draw has every state as often as its weight says, give or take one") {
  const auto belief = three();
  Random random(1);
  for (const std::size_t count : {1, 2, 3, 10, 1000}) {
    const auto draw = belief.draw(count, random);
    REQUIRE(draw.size() == count);
    std::vector<int> times(3, 0);
    for (const auto i : draw) ++times[i];
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(times[i] == doctest::Approx(belief.weights()[i] * static_cast<double>(count)).epsilon(1.0));
    CHECK(!belief.drawn(draw).exact());
  }
  CHECK(belief.at(0.0) == 0);
  CHECK(belief.at(0.6) == 1);
  CHECK(belief.at(1.0) == 2);
}

TEST_CASE("the order in which states were met does not matter to sorted beliefs") {
  Gathering gathering(1);
  const std::vector<std::uint64_t> a{7}, b{3}, c{5}, d{6};
  gathering.add(c, 0.25);
  gathering.add(a, 0.5);
  gathering.add(b, 0.25);
  const auto one = three().sorted(), other = gathering.belief().sorted();
  CHECK(one.key() == other.key());
  CHECK(one.same_as(other));
  gathering.add(b, 0.5);
  CHECK(!one.same_as(gathering.belief().sorted()));
  gathering.add(d, 0.5);
  CHECK(one.key() != gathering.belief().sorted().key());
}
