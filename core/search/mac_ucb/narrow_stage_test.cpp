#include "search/mac_ucb/narrow_stage.hpp"

#include "base/state.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

TEST_CASE("of a stage that is too wide the moves stay that random play likes") {
  constexpr std::uint32_t kSize = 2;
  const Lanes lanes(heap_game(kSize), LaneExecutor::kPortable);
  const Payoffs payoffs(PayoffKind::kConstantSum, lanes.circuit());
  const auto state = State::of_bytes(lanes.circuit().initial);
  LaneExpansion expansion;
  REQUIRE(NarrowStage{.limit = 1}.expand(lanes, payoffs, state.words(), 7, {}, expansion));
  CHECK(expansion.moves == std::vector<std::int32_t>{1, 5});  // both are taken, and that wins
  CHECK(expansion.successor_terminal == std::vector<std::uint8_t>{1});
  CHECK(expansion.successor_goals == std::vector<std::int32_t>{100, 0});
  REQUIRE(NarrowStage{.limit = 2}.expand(lanes, payoffs, state.words(), 7, {}, expansion));
  CHECK(expansion.moves == std::vector<std::int32_t>{0, 5, 1, 5});
}
