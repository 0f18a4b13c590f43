#include "search/proof/proof.hpp"

#include <algorithm>
#include <vector>

#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::proof;

namespace {

Report proven(const Engines& engines, std::uint32_t size, std::uint32_t heap, Options options) {
  ProofSearch search(engines, 0, options);
  search.set_root(State(size + 2, std::vector{heap, size + 1}));
  CHECK(search.run({.simulations = 100'000}) == SearchEnd::kSolved);
  return search.report();
}

// Who leaves none wins, and to leave one is a draw.
circuit::Circuit heap_game_with_draws(std::uint32_t size) {
  auto circuit = heap_game(size);
  const auto heap = [&](std::uint32_t n) { return circuit::signal_of(circuit.fluent_node(n)); };
  circuit.terminal = circuit.any_of({heap(0), heap(1)});
  circuit.goals.clear();
  for (std::uint32_t role = 0; role < 2; ++role)
    for (const bool won : {false, true}) {
      const auto turn = circuit::signal_of(circuit.fluent_node(size + 1), (role == 1) != won);
      circuit.goals.push_back({role, won ? 100 : 0, circuit.all_of({heap(0), turn})});
      if (!won) circuit.goals.push_back({role, 50, heap(1)});
    }
  return circuit;
}

// To who is to move.
int value_with_draws(std::uint32_t heap) {
  if (heap < 2) return heap == 0 ? 0 : 50;
  return 100 - std::min(value_with_draws(heap - 1), value_with_draws(heap - 2));
}

}  // namespace

TEST_CASE("bounds hold where there are draws, which nobody asks for") {
  constexpr std::uint32_t kSize = 20;
  const Engines engines(heap_game_with_draws(kSize));
  for (const bool thorough : {false, true})
    for (const bool exact : {false, true})
      for (std::uint32_t heap = 2; heap <= kSize; ++heap) {
        CAPTURE(heap);
        const auto report = proven(engines, kSize, heap, {.exact = exact, .thorough = thorough});
        for (std::uint32_t take = 1; take <= 2; ++take) {
          const auto& move = report.moves[take - 1];
          const auto value = 100 - value_with_draws(heap - take);
          CHECK(move.low <= value);
          CHECK(move.high >= value);
          if (exact && thorough) CHECK(move.low == move.high);
        }
      }
}

TEST_CASE("heap games are proven move by move, in lanes and by the stepper") {
  constexpr std::uint32_t kSize = 20;
  const Engines engines(heap_game(kSize));
  for (const auto engine : {Engine::kLanes, Engine::kStepper, Engine::kMeasured})
    for (std::uint32_t heap = 2; heap <= kSize; ++heap) {
      CAPTURE(heap);
      const auto report = proven(engines, kSize, heap, {.engine = engine});
      CHECK(report.decided);
      CHECK(report.against);
      REQUIRE(report.moves.size() == 2);
      if (heap % 3 != 0) {
        const auto& win = report.moves[heap % 3 - 1];
        const auto& loss = report.moves[2 - heap % 3];
        CHECK((win.low == 100 || loss.high == 0));
        CHECK(win.high == 100);
        CHECK(loss.low == 0);
      } else {  // all but one move are shown to lose, and that is enough
        CHECK(report.moves[0].low == 0);
        CHECK(report.moves[1].low == 0);
        CHECK((report.moves[0].high == 0 || report.moves[1].high == 0));
      }
    }
}

TEST_CASE("a line leads from the move to its end") {
  const Engines engines(heap_game(9));
  const auto report = proven(engines, 9, 4, {.thorough = true});
  CHECK(report.moves[0].low == 100);
  CHECK(report.moves[0].low_depth == 3);
  REQUIRE(report.moves[0].line.size() == 3);
  CHECK(report.moves[0].line[0] == std::vector<std::uint32_t>{0, 2});
}

TEST_CASE("a budget of nodes holds, and more of it goes on") {
  const Engines engines(heap_game(70));
  ProofSearch search(engines, 0, {});
  search.set_root(State(72, std::vector{69U, 71U}));
  Budget budget{.simulations = 10};
  CHECK(search.run(budget) == SearchEnd::kSimulations);
  CHECK(search.report().nodes <= 10);
  const auto shallow = search.report().depth;
  budget.simulations = 200;
  search.run(budget);
  CHECK(search.report().nodes <= 210);
  CHECK(search.report().depth > shallow);
  StopFlag flag;
  flag.set();
  budget.simulations.reset();
  budget.stop = &flag;
  CHECK(search.run(budget) == SearchEnd::kStopped);
}

TEST_CASE("the same table serves one root after the other") {
  const Engines engines(heap_game(30));
  ProofSearch search(engines, 0, {});
  for (const auto heap : {28U, 25U, 22U}) {
    search.set_root(State(32, std::vector{heap, 31U}));
    CHECK(search.run({.simulations = 100'000}) == SearchEnd::kSolved);
    CHECK(search.report().moves[1].low == 0);
    CHECK(search.report().moves[0].high == 100);
  }
}

TEST_CASE("what is known of a state below the root: won, lost, and within how many joint moves") {
  const Engines engines(heap_game(9));
  ProofSearch search(engines, 0, {.thorough = true});
  search.set_root(State(11, std::vector{8U, 10U}));
  CHECK(search.run({.simulations = 100'000}) == SearchEnd::kSolved);
  const auto won = search.known(State(11, std::vector{6U}).words());  // role 1 is to move
  CHECK(won.won);
  CHECK(won.low == 100);
  CHECK(won.low_within == 4);
  const auto lost = search.known(State(11, std::vector{7U}).words());
  CHECK(lost.lost);
  CHECK(lost.high == 0);
  const auto unknown = search.known(State(11, std::vector{9U}).words());
  CHECK(!unknown.won);
  CHECK(!unknown.lost);
}

TEST_CASE("moves are looked at in the order asked for") {
  const Engines engines(heap_game(70));
  for (const auto first : {0U, 1U}) {
    ProofSearch search(engines, 0, {});
    search.set_root(State(72, std::vector{69U, 71U}));
    search.set_order({first, 1 - first});
    search.run({.simulations = 9});
    const auto report = search.report();
    CHECK(report.moves[first].nodes >= report.moves[1 - first].nodes);
    CHECK(search.next_cost() > 0);
  }
}

TEST_CASE(
    "one move alone is refuted where it loses and stands where it does not, whatever the depth of the "
    "others") {
  constexpr std::uint32_t kSize = 20;
  const Engines engines(heap_game(kSize));
  for (std::uint32_t heap = 2; heap <= kSize; ++heap)
    for (std::uint32_t move = 0; move < 2; ++move) {
      CAPTURE(heap);
      CAPTURE(move);
      ProofSearch search(engines, 0, {});
      search.set_root(State(kSize + 2, std::vector{heap, kSize + 1}));
      CHECK(search.probe(move, {.simulations = 100'000}) == SearchEnd::kSolved);
      const bool loses = (heap - move - 1) % 3 != 0;
      const auto known = search.known_move(move);
      CHECK(known.lost == loses);
      CHECK(!known.won);
      CHECK(!search.known_move(1 - move).lost);  // of which nothing was asked
      search.run({.simulations = 100'000});
      CHECK(search.report().decided);
      CHECK(search.known_move(move).lost == loses);
      CHECK(known.high_within == (loses ? search.report().moves[move].high_depth - 1 : 0));
    }
}

TEST_CASE("a probe keeps to its budget and goes on where it stopped") {
  const Engines engines(heap_game(70));
  ProofSearch search(engines, 0, {});
  search.set_root(State(72, std::vector{69U, 71U}));  // both moves lose
  CHECK(search.probe(0, {.simulations = 5}) == SearchEnd::kSimulations);
  CHECK(search.report().nodes <= 5);
  CHECK(!search.known_move(0).lost);
  CHECK(search.probe(0, {.simulations = 1'000'000}) == SearchEnd::kSolved);
  CHECK(search.known_move(0).lost);
  StopFlag flag;
  flag.set();
  CHECK(search.probe(1, {.stop = &flag}) == SearchEnd::kStopped);
}
