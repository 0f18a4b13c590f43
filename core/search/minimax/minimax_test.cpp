#include "search/minimax/minimax.hpp"

#include <memory>
#include <vector>

#include "search/learning/learner.hpp"
#include "testing/heap_game_search.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::minimax;

namespace {

State heap_state(std::uint32_t size, std::uint32_t heap) {
  return State(size + 2, std::vector{heap, size + 1});
}

// Joint moves until the end of the heap game where the winner hurries and the loser does not.
std::uint32_t length(std::uint32_t heap) { return heap % 3 == 0 ? 2 * (heap / 3) : 2 * (heap / 3) + 1; }

// A walk of so many steps of one, up or down by chance after every move, which adds one or nothing: the first
// role wins at the top.
circuit::Circuit chance_game() {
  // Fluents: the place 0 … 4, then the step 0 … 2. Roles: one that moves, one that waits, chance.
  circuit::Circuit circuit(8, {2, 1, 2}, 2);
  using circuit::Signal;
  const auto place = [&](std::uint32_t n) { return circuit::signal_of(circuit.fluent_node(n)); };
  const auto step = [&](std::uint32_t n) { return circuit::signal_of(circuit.fluent_node(5 + n)); };
  const auto move = [&](std::uint32_t n) { return circuit::signal_of(circuit.move_node(n)); };
  circuit.legal.assign(5, circuit::kTrue);
  for (std::uint32_t n = 0; n < 5; ++n) {
    std::vector<Signal> ways;
    for (std::uint32_t own = 0; own < 2; ++own)
      for (std::uint32_t luck = 0; luck < 2; ++luck)
        for (std::uint32_t from = 0; from < 5; ++from)
          if (std::min(4U, from + own * luck) == n)  // a step up needs the move and luck
            ways.push_back(circuit.all_of({place(from), move(own), move(3 + luck)}));
    circuit.next[n] = circuit.any_of(ways);
  }
  circuit.next[5] = circuit::kFalse;
  circuit.next[6] = step(0);
  circuit.next[7] = step(1);
  circuit.terminal = step(2);
  for (std::uint32_t n = 0; n < 5; ++n) {
    circuit.goals.push_back({0, static_cast<std::int32_t>(25 * n), place(n)});
  }
  for (std::uint32_t n = 5; n-- > 0;)
    circuit.goals.push_back({1, static_cast<std::int32_t>(100 - 25 * n), place(n)});
  circuit.initial = {0, 1, 0, 0, 0, 1, 0, 0};
  return circuit;
}

}  // namespace

TEST_CASE("minimax solves heap games, without an evaluation and with one") {
  for (const std::uint32_t size : {9U, 70U}) {
    const Engines engines(heap_game(size));
    learning::Learner learner(engines, {}, 1);
    learner.run({.simulations = 5000});
    for (const auto& evaluation :
         {std::shared_ptr<const learning::LinearEvaluation>(), learner.evaluation()}) {
      const MakeSearch make = [&](const Engines& used, std::uint32_t role) {
        return std::make_unique<Minimax>(used, role, evaluation, Options{});
      };
      if (size < 10) check_values(engines, size, make);
      check_memory(engines, size, make);
    }
  }
}

TEST_CASE("wins and losses are found, as deep as the game is long") {
  constexpr std::uint32_t kSize = 20;
  const Engines engines(heap_game(kSize));
  for (std::uint32_t heap = 1; heap <= kSize; ++heap) {
    CAPTURE(heap);
    Minimax search(engines, 0, nullptr, {});
    search.set_root(heap_state(kSize, heap));
    CHECK(search.run({}) == SearchEnd::kSolved);
    const auto report = search.report();
    CHECK(report.proven);
    CHECK(report.values[0] == (heap % 3 == 0 ? 0 : 100));
    CHECK(report.values[1] == (heap % 3 == 0 ? 100 : 0));
    CHECK(report.depth + 1 >= length(heap));  // beyond the depth, ends are seen one move on
    CHECK(report.line.size() >= 1);
  }
}

TEST_CASE("estimates are never proofs") {
  constexpr std::uint32_t kSize = 60;
  const Engines engines(heap_game(kSize));
  auto sure = std::make_shared<learning::LinearEvaluation>(learning::Contexts(),
                                                           Payoffs::detect(*engines.lanes, 0), kSize + 2);
  for (auto& weight : sure->weights()) weight = 1000;  // of a win of the first role, wrongly
  for (const std::uint32_t depth : {1U, 2U, 3U, 4U, 5U}) {
    Minimax search(engines, 0, sure, {.depth = depth});
    search.set_root(heap_state(kSize, kSize));
    search.run({});
    const auto report = search.report();
    CHECK(report.depth == depth);
    CHECK(!report.proven);
    CHECK(report.values[0] > 99);
    for (const auto& move : report.moves) CHECK(!move.proven);
  }
}

TEST_CASE("what is proven beyond the depth is true, however wrong the evaluation is") {
  constexpr std::uint32_t kSize = 24;
  const Engines engines(heap_game(kSize));
  auto wrong = std::make_shared<learning::LinearEvaluation>(learning::Contexts(),
                                                            Payoffs::detect(*engines.lanes, 0), kSize + 2);
  for (std::uint32_t heap = 0; heap <= kSize; ++heap) wrong->weights()[heap] = heap % 2 == 0 ? 2.0F : -2.0F;
  std::uint32_t proven = 0;
  for (std::uint32_t heap = 1; heap <= kSize; ++heap)
    for (const std::uint32_t depth : {1U, 2U, 3U, 5U}) {
      CAPTURE(heap);
      CAPTURE(depth);
      Minimax search(engines, 0, wrong, {.depth = depth, .noisy = 0.5, .exchange = 8});
      search.set_root(heap_state(kSize, heap));
      search.run({});
      const auto report = search.report();
      if (report.proven) CHECK(report.values[0] == (heap % 3 == 0 ? 0 : 100));
      for (const auto& move : report.moves) {
        if (!move.proven) continue;
        ++proven;
        CHECK(move.values[0] == ((heap - move.move - 1) % 3 == 0 ? 100 : 0));
      }
    }
  CHECK(proven > 20);
}

TEST_CASE("a budget of stages is repeatable, holds, and more of it goes on") {
  const Engines engines(heap_game(70));
  const auto searched = [&](std::vector<std::uint64_t> parts) {
    Minimax search(engines, 0, nullptr, {});
    search.set_root(heap_state(70, 69));
    for (const auto part : parts) CHECK(search.run({.simulations = part}) == SearchEnd::kSimulations);
    return search.report();
  };
  const auto first = searched({30}), again = searched({30}), longer = searched({30, 30});
  CHECK(first.stages <= 31);
  CHECK(first.depth == again.depth);
  CHECK(first.values == again.values);
  CHECK(longer.depth >= first.depth);
  CHECK(!first.moves.empty());
  StopFlag stop;
  stop.set();
  Budget stopped;
  stopped.stop = &stop;
  Minimax search(engines, 0, nullptr, {});
  search.set_root(heap_state(70, 69));
  CHECK(search.run(stopped) == SearchEnd::kStopped);
  CHECK(search.report().moves.size() == 2);
}

TEST_CASE("a root with too many joint moves, and one that is over, have nothing to say") {
  circuit::Circuit crowd(2, {128, 128, 128}, -1);
  crowd.legal.assign(3 * 128, circuit::kTrue);
  crowd.next = {circuit::kFalse, circuit::kTrue};
  crowd.terminal = circuit::signal_of(crowd.fluent_node(1));
  for (std::uint32_t role = 0; role < 3; ++role)
    for (const std::int32_t goal : {0, 100})
      crowd.goals.push_back({role, goal, circuit::signal_of(crowd.fluent_node(goal == 0 ? 0 : 1))});
  crowd.initial = {1, 0};
  const Engines engines(crowd);
  for (const std::uint32_t fluent : {0U, 1U}) {
    Minimax search(engines, 0, nullptr, {});
    search.set_root(State(2, std::vector{fluent}));
    CHECK(search.run({.simulations = 10}) == SearchEnd::kSolved);
    CHECK(search.report().moves.size() == (fluent == 0 ? 1 : 0));
    CHECK(search.report().proven == (fluent == 1));
  }
}

TEST_CASE("chance is averaged, and what it averages to is exact") {
  const Engines engines(chance_game());
  Minimax search(engines, 0, nullptr, {});
  search.set_root(State::of_bytes(engines.lanes->circuit().initial));
  search.run({});
  const auto report = search.report();
  // Two moves, each a step up half of the time: from 25 to 50 in the mean.
  CHECK(report.values[0] == doctest::Approx(50).epsilon(0.001));
  CHECK(report.moves[report.chosen].move == 1);
  CHECK(report.moves[0].values[0] < 50);
  CHECK(report.proven);
}

TEST_CASE("several threads find what one finds") {
  constexpr std::uint32_t kSize = 20;
  const Engines engines(heap_game(kSize));
  for (std::uint32_t heap = 1; heap <= kSize; ++heap) {
    CAPTURE(heap);
    for (const std::uint32_t threads : {2U, 5U}) {
      Minimax search(engines, 0, nullptr, {});
      search.set_root(heap_state(kSize, heap));
      CHECK(search.run({.threads = threads}) == SearchEnd::kSolved);
      const auto report = search.report();
      CHECK(report.proven);
      CHECK(report.values[0] == (heap % 3 == 0 ? 0 : 100));
      if (heap % 3 != 0) CHECK(report.moves[report.chosen].move + 1 == heap % 3);
    }
  }
}

TEST_CASE("with several threads a search is stopped, goes on, and follows the match") {
  const Engines engines(heap_game(70));
  Minimax search(engines, 0, nullptr, {});
  StopFlag stop;
  stop.set();
  search.set_root(heap_state(70, 69));
  CHECK(search.run({.stop = &stop, .threads = 3}) == SearchEnd::kStopped);
  CHECK(search.report().moves.size() == 2);
  search.set_evaluation(nullptr);
  for (const std::uint32_t heap : {69U, 20U, 19U}) {
    search.set_root(heap_state(70, heap));
    CHECK(search.run({.threads = heap == 69 ? 2U : 3U}) == SearchEnd::kSolved);
    CHECK(search.report().values[0] == (heap % 3 == 0 ? 0 : 100));
  }
  Minimax limited(engines, 0, nullptr, {.depth = 5});
  limited.set_root(heap_state(70, 69));
  CHECK(limited.run({.threads = 3}) == SearchEnd::kSolved);
  CHECK(limited.report().depth == 5);
}
