// A game of beliefs by exhaustive search of its positions.
#include "search/belief_game/belief_game.hpp"

#include <algorithm>
#include <memory>

#include "belief/progress.hpp"
#include "testing/hidden_number.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;
using namespace woodstock::search;
using namespace woodstock::search::belief_game;

namespace {

double value(StageExpander& expander, Name position) {
  LaneExpansion found;
  const std::vector<std::uint64_t> words{position};
  expander.expand(words, found, 1000);
  if (found.terminal) return found.goals[0];
  double best = 0, mean = 0;
  for (std::size_t s = 0; s < found.successors.size(); ++s) {
    const auto after =
        found.successor_terminal[s] ? found.successor_goals[2 * s] : value(expander, found.successors[s]);
    best = std::max(best, after);
    if (!found.odds.empty()) mean += after * found.odds[s];
  }
  return found.odds.empty() ? best : mean;
}

}  // namespace

TEST_CASE("a hidden number is worth what peeking leaves, or a guess") {
  for (const std::uint32_t numbers : {1, 2, 6}) {
    const auto lanes = std::make_shared<const Lanes>(HiddenNumber{numbers}.circuit());
    const auto game = std::make_shared<BeliefGame>(lanes, 0);
    const auto root = game->position(belief::Progress(lanes, 0).initial());
    const double expected = numbers == 1 ? 100 : 90;
    CHECK(value(*game->expander(), root.words()[0]) == doctest::Approx(expected));
    CHECK(game->table().exact());
    CHECK(game->table().bytes() > 0);
  }
}

TEST_CASE("playouts are drawn by how likely states are, with the action made first") {
  const auto lanes = std::make_shared<const Lanes>(HiddenNumber{4}.circuit());
  const auto game = std::make_shared<BeliefGame>(lanes, 0);
  belief::Progress progress(lanes, 0);
  const auto dealt = progress.step(progress.initial(), {HiddenNumber::kWait, {}}).belief;
  const auto position = game->position(dealt);
  Random random(3);
  std::vector<LaneStart> starts;
  game->draw(position.words(), 8, random, starts);
  REQUIRE(starts.size() == 4);
  for (const auto& start : starts) {
    CHECK(start.playouts == 2);
    CHECK(start.prescribed.empty());
  }
  LaneExpansion found;
  game->expander()->expand(position.words(), found, 1000);
  REQUIRE(found.successors.size() == 5);  // peek or one of four guesses
  starts.clear();
  game->draw(std::span(found.successors).first(1), 8, random, starts);
  REQUIRE(starts.size() == 4);
  CHECK(starts[0].prescribed[0] == static_cast<std::int32_t>(HiddenNumber::kPeek));
  CHECK(starts[0].prescribed[1] == -1);
}

TEST_CASE("large beliefs are kept as samples, and equal ones once") {
  BeliefTable table(20, std::size_t{1} << 30);
  const auto lanes = std::make_shared<const Lanes>(HiddenNumber{40}.circuit());
  belief::Progress progress(lanes, 0);
  const auto dealt = progress.step(progress.initial(), {HiddenNumber::kWait, {}}).belief;
  CHECK(table.add(progress.initial()) == table.add(progress.initial()));
  CHECK(table.exact());
  const auto name = table.add(dealt);
  CHECK(table.belief(name).size() == 20);
  CHECK(!table.exact());
  CHECK(table.add(dealt) == name);
  CHECK(table.add(Action{name, {1, 0}, {1, -1}}) != table.add(Action{name, {2, 0}, {2, -1}}));
  CHECK(table.add(End{{100, -1}}) == table.add(End{{100, -1}}));
}
