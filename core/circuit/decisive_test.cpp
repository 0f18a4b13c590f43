#include "circuit/decisive.hpp"

#include <vector>

#include "base/random.hpp"
#include "testing/alternating_circuit.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;

namespace {

constexpr std::size_t kPlenty = 1'000'000;

using Bytes = std::vector<std::uint8_t>;

Circuit of_turn(const Circuit& game, std::uint32_t role) {
  const std::pair<std::uint32_t, bool> fixed[] = {{game.fluent_node(game.fluent_count() - 1), role == 0}};
  return game.specialised(fixed);
}

bool holds(const Circuit& circuit, const Bytes& state, Signal s) {
  const auto value = circuit.evaluate(state, Bytes(circuit.move_count(), 0));
  return (value[node_of(s)] != 0) != complemented(s);
}

struct Tally {
  std::uint32_t wins = 0, blunders = 0, states = 0;
};

// Compares what is compiled with what stepping says, in a state in which `role` is to move.
void compare(const Circuit& game, const DecisiveMoves& moves, const Bytes& state, Tally& tally) {
  const PlainGame plain(game);
  if (plain.terminal(state)) return;
  ++tally.states;
  CHECK(holds(moves.circuit, state, moves.threat) == plain.threatens(state, moves.role));
  for (std::uint32_t m = 0; m < game.move_count(); ++m) {
    CAPTURE(m);
    const bool own = game.role_of(m) == moves.role;
    const bool wins = own && plain.wins(state, m);
    CHECK(holds(moves.circuit, state, moves.wins[m]) == wins);
    tally.wins += wins;
    if (moves.blunders.empty()) continue;
    const bool blunders = own && plain.blunders(state, m, 1 - moves.role);
    CHECK(holds(moves.circuit, state, moves.blunders[m]) == blunders);
    tally.blunders += blunders;
  }
}

}  // namespace

TEST_CASE("winning moves and blunders of random games are those that stepping finds") {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto game = alternating_circuit(random);
    for (std::uint32_t role = 0; role < 2; ++role) {
      const auto phase = of_turn(game, role);
      const auto own = winning_moves(game, phase, kPlenty);
      if (!own) continue;
      REQUIRE(own->role == role);
      const auto reply = winning_moves(game, of_turn(game, 1 - role), kPlenty);
      const auto both = reply ? with_blunders(phase, *own, *reply, kPlenty) : own;
      REQUIRE(both);
      for (int i = 0; i < 20; ++i) {
        Bytes state(game.fluent_count());
        for (auto& byte : state) byte = static_cast<std::uint8_t>(random.below(2));
        state.back() = role == 0;
        compare(game, *both, state, tally);
      }
    }
  }
  CHECK(tally.states > 2000);
  CHECK(tally.wins > 500);
  CHECK(tally.blunders > 300);
}

TEST_CASE("of a heap, who can take the last wins, and who leaves one or two blunders") {
  const auto game = heap_game(7);
  Tally tally;
  for (std::uint32_t role = 0; role < 2; ++role) {
    const auto phase = of_turn(game, role);
    const auto own = winning_moves(game, phase, kPlenty);
    const auto reply = winning_moves(game, of_turn(game, 1 - role), kPlenty);
    REQUIRE(own);
    REQUIRE(reply);
    const auto both = with_blunders(phase, *own, *reply, kPlenty);
    REQUIRE(both);
    for (std::uint32_t left = 0; left <= 7; ++left) {
      Bytes state(game.fluent_count(), 0);
      state[left] = 1;
      state.back() = role == 0;
      compare(game, *both, state, tally);
    }
    CHECK(!with_blunders(phase, *own, *own, kPlenty));
  }
  CHECK(tally.states == 14);
  CHECK(tally.wins == 4);
  CHECK(tally.blunders == 8);
}

TEST_CASE("nothing is said where several roles choose, where chance does, or beyond the limit") {
  const auto game = heap_game(7);
  CHECK(!winning_moves(game, game.specialised({}), kPlenty));
  CHECK(!winning_moves(game, of_turn(game, 0), 5));
  Circuit lottery(1, {1, 2}, 1);
  lottery.legal = {kTrue, kTrue, kTrue};
  lottery.next[0] = signal_of(lottery.move_node(1));
  lottery.terminal = signal_of(lottery.fluent_node(0));
  lottery.goals = {{0, 0, negate(lottery.terminal)}, {0, 100, lottery.terminal}};
  CHECK(!winning_moves(lottery, lottery.specialised({}), kPlenty));
}
