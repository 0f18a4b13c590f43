#include "search/puzzle/puzzle.hpp"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::search;
using namespace woodstock::search::puzzle;

namespace {

// A lock: of four moves one leads on from each of the first `length` fluents, the others back to the first.
Circuit lock(std::uint32_t length) {
  Circuit circuit(length + 1, {4}, -1);
  const auto at = [&](std::uint32_t f) { return signal_of(circuit.fluent_node(f)); };
  const auto right = [&](std::uint32_t f) { return signal_of(circuit.move_node(f * f % 4)); };
  for (auto& legal : circuit.legal) legal = kTrue;
  std::vector<Signal> back;
  for (std::uint32_t f = 0; f < length; ++f) {
    circuit.next[f + 1] = circuit.all_of({at(f), right(f)});
    back.push_back(circuit.all_of({at(f), negate(right(f))}));
  }
  circuit.next[0] = circuit.any_of(back);
  circuit.terminal = at(length);
  circuit.goals = {{0, 0, negate(at(length))}, {0, 100, at(length)}};
  circuit.initial.assign(length + 1, 0);
  circuit.initial[0] = 1;
  return circuit;
}

}  // namespace

TEST_CASE("a line to the highest goal is found, kept and played out") {
  const std::uint32_t length = 12;
  const auto circuit = lock(length);
  PuzzleSearch search(Engines(circuit, false), circuit);
  auto state = State::of_bytes(circuit.initial);
  search.set_root(state);
  CHECK(search.run({.simulations = 1'000'000}) == SearchEnd::kSolved);
  CHECK(search.best() == 100);
  REQUIRE(search.line().size() == length);
  for (std::uint32_t f = 0; f < length; ++f) {
    CAPTURE(f);
    const auto report = search.report();
    CHECK(report.moves[report.chosen].move == f * f % 4);
    search.set_root(State(length + 1, std::vector{f + 1}));
  }
}

TEST_CASE("games of several roles are refused") {
  const auto circuit = heap_game(3);
  CHECK_THROWS_AS(PuzzleSearch(Engines(circuit, false), circuit), std::invalid_argument);
}
