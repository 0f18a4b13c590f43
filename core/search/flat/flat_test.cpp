#include "search/flat/flat.hpp"

#include <vector>

#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::flat;

TEST_CASE("flat Monte Carlo takes the last two of a heap") {
  for (const std::uint32_t size : {9U, 70U}) {
    const Engines engines(heap_game(size));
    for (const auto& used : {engines, engines.without_lanes()}) {
      CAPTURE(size);
      CAPTURE(used.lanes != nullptr);
      Flat flat(used, 0, {});
      flat.set_root(State(size + 2, std::vector{2U, size + 1}));
      CHECK(flat.run({.simulations = 1'000}) == SearchEnd::kSimulations);
      const auto report = flat.report();
      CHECK(report.moves.size() == 2);
      CHECK(report.moves[report.chosen].move == 1);
      CHECK(report.moves[0].values[0] == 0);
    }
  }
}
