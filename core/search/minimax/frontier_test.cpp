#include <memory>
#include <vector>

#include "search/minimax/minimax.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::minimax;

namespace {

// The first role takes something or not; what was taken can be taken back.
enum Exchange : std::uint32_t {
  kStart,
  kQuiet,
  kTaken,
  kRetaken,
  kKept,
  kLost,
  kDrawn,
  kWon,
  kExchangeFluents
};

circuit::Circuit exchange_game() {
  circuit::Circuit circuit(kExchangeFluents, {3, 3}, -1);
  const auto holds = [&](Exchange fluent) { return circuit::signal_of(circuit.fluent_node(fluent)); };
  const auto move = [&](std::uint32_t n) { return circuit::signal_of(circuit.move_node(n)); };
  const auto start = holds(kStart), taken = holds(kTaken);
  circuit.legal = {start, start, circuit::negate(start), taken, taken, circuit::negate(taken)};
  circuit.next.assign(kExchangeFluents, circuit::kFalse);
  circuit.next[kQuiet] = circuit.all_of({start, move(0)});
  circuit.next[kTaken] = circuit.all_of({start, move(1)});
  circuit.next[kRetaken] = circuit.all_of({taken, move(3)});
  circuit.next[kKept] = circuit.all_of({taken, move(4)});
  circuit.next[kLost] = holds(kRetaken);
  circuit.next[kDrawn] = holds(kQuiet);
  circuit.next[kWon] = holds(kKept);
  circuit.terminal = circuit.any_of({holds(kLost), holds(kDrawn), holds(kWon)});
  for (std::uint32_t role = 0; role < 2; ++role)
    for (std::int32_t place = 0; place < 3; ++place) {
      const auto end = static_cast<Exchange>(role == 0 ? kLost + place : kWon - place);
      circuit.goals.push_back({role, 50 * place, holds(end)});
    }
  circuit.initial.assign(kExchangeFluents, 0);
  circuit.initial[kStart] = 1;
  return circuit;
}

// Both roles take cells by turns until none is left: fluents are whose cell it is, and whose turn. The goals
// are those of who took the first cell.
circuit::Circuit cells_game(std::uint32_t cells) {
  circuit::Circuit circuit(2 * cells + 1, {cells + 1, cells + 1}, -1);
  const auto taken = [&](std::uint32_t role, std::uint32_t cell) {
    return circuit::signal_of(circuit.fluent_node(role * cells + cell));
  };
  const auto first = circuit::signal_of(circuit.fluent_node(2 * cells));
  const auto move = [&](std::uint32_t role, std::uint32_t cell) {
    return circuit::signal_of(circuit.move_node(role * (cells + 1) + cell));
  };
  circuit.legal.assign(2 * (cells + 1), circuit::kFalse);
  std::vector<circuit::Signal> all;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const auto any = circuit.any_of({taken(0, cell), taken(1, cell)});
    all.push_back(any);
    for (std::uint32_t role = 0; role < 2; ++role) {
      const auto turn = role == 0 ? first : circuit::negate(first);
      circuit.legal[role * (cells + 1) + cell] = circuit.all_of({turn, circuit::negate(any)});
      circuit.next[role * cells + cell] = circuit.any_of({taken(role, cell), move(role, cell)});
    }
  }
  circuit.legal[cells] = circuit::negate(first);
  circuit.legal[2 * cells + 1] = first;
  circuit.next[2 * cells] = circuit::negate(first);
  circuit.terminal = circuit.all_of(all);
  for (std::uint32_t role = 0; role < 2; ++role) {
    circuit.goals.push_back({role, 100, taken(role, 0)});
    circuit.goals.push_back({role, 0, circuit::negate(taken(role, 0))});
  }
  circuit.initial.assign(2 * cells + 1, 0);
  circuit.initial[2 * cells] = 1;
  return circuit;
}

}  // namespace

TEST_CASE("where every move gains much, lines beyond the depth leave the depth its share") {
  constexpr std::uint32_t kCells = 40;
  const Engines engines(cells_game(kCells));
  auto steep = std::make_shared<learning::LinearEvaluation>(
      learning::Contexts(), Payoffs::detect(*engines.lanes, 0), 2 * kCells + 1);
  for (std::uint32_t cell = 0; cell < kCells; ++cell) {
    steep->weights()[cell] = 0.5F + 0.01F * static_cast<float>(cell);
    steep->weights()[kCells + cell] = -steep->weights()[cell];
  }
  Minimax search(engines, 0, steep, {});
  search.set_root(State::of_bytes(engines.lanes->circuit().initial));
  search.run({.simulations = 5000});
  CHECK(search.report().depth >= 2);
}

TEST_CASE("what is gained may be taken back, which is seen beyond the depth") {
  const Engines engines(exchange_game());
  auto greedy = std::make_shared<learning::LinearEvaluation>(
      learning::Contexts(), Payoffs::detect(*engines.lanes, 0), kExchangeFluents);
  greedy->weights()[kTaken] = greedy->weights()[kKept] = 4;
  greedy->weights()[kRetaken] = -4;
  const auto chosen = [&](const Options& options) {
    Minimax search(engines, 0, greedy, options);
    search.set_root(State::of_bytes(engines.lanes->circuit().initial));
    search.run({});
    const auto report = search.report();
    return report.moves[report.chosen].move;
  };
  CHECK(chosen({.depth = 1, .exchange = 0}) == 1);
  CHECK(chosen({.depth = 1, .noisy = 0}) == 1);
  CHECK(chosen({.depth = 1}) == 0);
  CHECK(chosen({}) == 0);
}
