#include "search/information/views.hpp"

#include <set>
#include <vector>

#include "testing/heap_game.hpp"
#include "testing/hidden_coin.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::information;

namespace {

World left_world(const Engines& engines) {
  Observer observer(engines);
  const auto line = hidden_on_the_left();
  CHECK(observer.replay(line));
  return {observer.stepper().state(), 1, line};
}

}  // namespace

TEST_CASE("who does not see the coin cannot tell the cups apart, who hid it can") {
  const Engines engines(hidden_coin());
  Observer observer(engines);
  observer.advance(std::vector{std::uint32_t{kHideLeft}, std::uint32_t{kSeekerWaits}});
  const auto left = observer.keys();
  observer.restart();
  observer.advance(std::vector{std::uint32_t{kHideRight}, std::uint32_t{kSeekerWaits}});
  CHECK(left[0] != observer.keys()[0]);
  CHECK(left[1] == observer.keys()[1]);
}

TEST_CASE("without percepts everybody is told all moves") {
  const Engines engines(heap_game(9));
  Observer observer(engines);
  observer.advance(std::vector{0U, 2U});
  const auto one = observer.keys();
  observer.restart();
  observer.advance(std::vector{1U, 2U});
  CHECK(one[0] != observer.keys()[0]);
  CHECK(one[1] != observer.keys()[1]);
}

TEST_CASE("the seeker's view has the coin under both cups") {
  const Engines engines(hidden_coin());
  Views views(engines, 0, 8, 16);
  views.set_worlds(std::vector{left_world(engines)});
  Random random(1);
  views.look_around(Budget{}, random);
  std::set<std::vector<std::uint32_t>> states;
  for (const auto& view : views.views())
    if (view.role == 1)
      for (const auto& root : view.roots) states.insert(root.state.fluents());
  CHECK(states.size() == 2);
  const auto& own = views.views()[0];
  CHECK(own.roots.size() == 1);
  CHECK(views.learns(own, own.roots[0], 0));
  CHECK_FALSE(views.learns(own, own.roots[0], 1));
}

TEST_CASE("a line that cannot be played is no past") {
  const Engines engines(hidden_coin());
  auto world = left_world(engines);
  world.line[0][0] = kStop;
  Views views(engines, 0, 8, 16);
  views.set_worlds(std::vector{world});
  Random random(1);
  views.look_around(Budget{}, random);
  CHECK(views.views().size() == 1);
  CHECK(views.learns(views.views()[0], views.views()[0].roots[0], 1));
}
