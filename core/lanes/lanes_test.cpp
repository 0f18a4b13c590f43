// The parts of `Lanes` that Python does not see.
#include "lanes/lanes.hpp"

#include <atomic>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::lanes;

namespace {

// One role with two moves; move 0 counts a fluent chain up, the game ends at its end.
Circuit chain(std::uint32_t length) {
  Circuit circuit(length + 1, {2}, -1);
  const auto go = signal_of(circuit.move_node(0));
  const auto at = [&](std::uint32_t f) { return signal_of(circuit.fluent_node(f)); };
  circuit.legal = {kTrue, kTrue};
  for (std::uint32_t f = 0; f <= length; ++f) {
    std::vector<Signal> ways{circuit.all_of({at(f), negate(go)})};
    if (f > 0) ways.push_back(circuit.all_of({at(f - 1), go}));
    circuit.next[f] = circuit.any_of(ways);
  }
  circuit.terminal = at(length);
  circuit.goals = {{0, 100, at(length)}};
  circuit.initial[0] = 1;
  return circuit;
}

}  // namespace

TEST_CASE("samples depend on the seed only, whatever the buffers were used for") {
  const Lanes lanes(chain(5));
  const auto scratch = make_lane_scratch();
  LaneTotals first, second;
  std::vector<std::vector<std::uint64_t>> states;
  std::vector<LaneStart> starts;
  for (std::uint32_t f = 0; f <= 5; ++f) states.push_back({std::uint64_t{1} << f});
  for (std::uint32_t f = 0; f <= 5; ++f) starts.push_back({states[f], 10 + 60 * f});
  CHECK(lanes.sample(*scratch, starts, 1, first));
  CHECK(first.sums[3] == 100 * 190);
  CHECK(first.playouts[5] == 310);
  // The same buffers for another game, then again for the first.
  const Lanes other(chain(90));
  LaneTotals third;
  const std::vector<std::uint64_t> origin{1, 0};
  const LaneStart far{origin, 300};
  CHECK(other.sample(*scratch, {&far, 1}, 1, third));
  CHECK(third.sums[0] == 100 * 300);
  CHECK(lanes.sample(*scratch, starts, 1, second));
  CHECK(first.steps == second.steps);
  CHECK(first.sums == second.sums);
  std::atomic<bool> stop{true};
  LaneLimits limits;
  limits.stop = &stop;
  CHECK(!lanes.sample(*scratch, starts, 1, second, limits));
  LaneExpansion expansion;
  lanes.expand(*scratch, states[4], expansion);
  CHECK((expansion.successors == std::vector<std::uint64_t>{1U << 5, 1U << 4}));
  CHECK((expansion.successor_goals == std::vector<std::int32_t>{100, -1}));
  CHECK((expansion.successor_terminal == std::vector<std::uint8_t>{1, 0}));
}

// No lane is left whose first move could be wanted.
TEST_CASE("first moves are counted where all playouts are cut off at once") {
  const Lanes lanes(chain(90));
  const auto scratch = make_lane_scratch();
  const std::vector<std::uint64_t> origin{1, 0};
  const LaneStart start{origin, 700};
  LaneLimits limits;
  limits.max_steps = 3;
  LaneWants wants;
  wants.first_moves = true;
  LaneTotals totals;
  CHECK(lanes.sample(*scratch, {&start, 1}, 1, totals, limits, wants));
  CHECK(totals.steps == 3 * 700);
  CHECK(totals.unfinished == 700);
}

TEST_CASE("moves counted for groups of starts are those counted for the starts") {
  const Lanes lanes(chain(5));
  const auto scratch = make_lane_scratch();
  std::vector<std::vector<std::uint64_t>> states;
  for (std::uint32_t f = 0; f < 4; ++f) states.push_back({std::uint64_t{1} << f});
  for (const std::uint32_t playouts : {20U, 200U}) {  // lanes play once, or again
    CAPTURE(playouts);
    std::vector<LaneStart> starts;
    for (std::uint32_t f = 0; f < 4; ++f) starts.push_back({states[f], playouts, {}, f / 3});
    LaneWants wants;
    wants.all_moves = true;
    LaneTotals apart, together;
    CHECK(lanes.sample(*scratch, starts, 1, apart, {}, wants));
    wants.groups = 2;
    CHECK(lanes.sample(*scratch, starts, 1, together, {}, wants));
    const std::size_t moves = lanes.circuit().move_count();
    CHECK(together.all_counts.size() == 2 * moves);
    CHECK(apart.all_counts.size() == 4 * moves);
    std::vector<std::int64_t> counts(2 * moves), sums(2 * moves);
    for (std::size_t f = 0; f < 4; ++f)
      for (std::size_t m = 0; m < moves; ++m) {
        counts[f / 3 * moves + m] += apart.all_counts[f * moves + m];
        sums[f / 3 * moves + m] += apart.all_sums[f * moves + m];
      }
    CHECK(together.all_counts == counts);
    CHECK(together.all_sums == sums);
    CHECK(counts[0] == std::int64_t{3} * playouts);
    CHECK(apart.playouts == together.playouts);
    CHECK(apart.sums == together.sums);
  }
}
