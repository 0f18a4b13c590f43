#include "search/mac_ucb_2016/explored.hpp"

#include "third_party/doctest.h"

using namespace woodstock::search::mac_ucb_2016;

namespace {

using Counts = std::vector<std::uint32_t>;
using Values = std::vector<double>;

}  // namespace

TEST_CASE("a state is explored once all its joint actions are, and worth what its decider can get") {
  Explored explored(-1);
  CHECK(!explored.note(7, Counts{3, 1}, 0, Values{0, 1}));
  CHECK(!explored.note(7, Counts{3, 1}, 0, Values{0, 1}));  // the same again
  CHECK(!explored.note(7, Counts{3, 1}, 2, Values{0.5, 0.5}));
  CHECK(explored.find(7) == nullptr);
  CHECK(explored.note(7, Counts{3, 1}, 1, Values{0, 1}));
  REQUIRE(explored.find(7) != nullptr);
  CHECK(*explored.find(7) == Values{0.5, 0.5});
}

TEST_CASE("chance's moves are averaged, and several deciders have their best against the worst") {
  Explored dice(0);
  CHECK(!dice.note(1, Counts{2, 2}, 0, Values{0, 1}));
  CHECK(!dice.note(1, Counts{2, 2}, 1, Values{0, 0.5}));
  CHECK(!dice.note(1, Counts{2, 2}, 2, Values{0, 0}));
  CHECK(dice.note(1, Counts{2, 2}, 3, Values{0, 0.25}));
  CHECK(*dice.find(1) == Values{0, 0.5});
  Explored pennies(-1);
  for (std::uint32_t joint = 0; joint < 4; ++joint) {
    const double match = joint == 0 || joint == 3 ? 1 : 0;
    CHECK(pennies.note(2, Counts{2, 2}, joint, Values{match, 1 - match}) == (joint == 3));
  }
  CHECK(*pennies.find(2) == Values{0, 0});
}
