#include "search/ismcts/ismcts.hpp"

#include <vector>

#include "testing/heap_game_search.hpp"
#include "testing/hidden_coin.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::ismcts;

namespace {

SearchReport after_hiding(std::uint32_t views) {
  const Engines engines(hidden_coin());
  information::Observer observer(engines);
  const auto line = hidden_on_the_left();
  CHECK(observer.replay(line));
  Options options;
  options.views = views;
  Ismcts search(engines, 0, options);
  CHECK(search.set_worlds(std::vector{World{observer.stepper().state(), 1, line}}));
  CHECK(search.run({.simulations = 200'000}) == SearchEnd::kSimulations);
  return search.report();
}

}  // namespace

TEST_CASE("a secret is safe with who drew what others may think possible") {
  const auto report = after_hiding(8);
  CHECK(report.moves[report.chosen].move == kPlayOn);
  // Bandits go round the equilibrium rather than into it.
  CHECK(report.values[0] > 35);
  CHECK(report.values[0] < 75);
}

TEST_CASE("a secret leaks if all that is searched is what the hider knows") {
  // The seeker has no view of its own to learn from then, and soon always guesses right.
  const auto report = after_hiding(1);
  CHECK(report.moves[report.chosen].move == kStop);
}

TEST_CASE("heaps are won, with little memory too") {
  for (const std::uint32_t size : {9U, 70U}) {
    const Engines engines(heap_game(size));
    for (const auto& used : {engines, engines.without_lanes()})
      check_memory(used, size, [](const Engines& game, std::uint32_t role) {
        return std::make_unique<Ismcts>(game, role, Options{});
      });
  }
}

TEST_CASE("what a move is worth is a mean of rewards, whatever was forgotten") {
  const Engines engines(heap_game(9));
  Ismcts search(engines, 0, Options{});
  search.set_root(information::Observer(engines).stepper().state());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    search.run({.simulations = 1000, .seed = seed});
    for (const auto& move : search.report().moves)
      for (const auto value : move.values) {
        CHECK(value >= 0);
        CHECK(value <= doctest::Approx(100));
      }
  }
}
