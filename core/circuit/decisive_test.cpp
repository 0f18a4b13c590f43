#include "circuit/decisive.hpp"

#include <functional>
#include <vector>

#include "base/random.hpp"
#include "testing/alternating_circuit.hpp"
#include "testing/heap_game.hpp"
#include "testing/random_circuit.hpp"
#include "testing/two_drivers.hpp"
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

namespace {

// Calls `look` with the next state for every legal joint move that a move of its role is part of.
void for_replies(const Circuit& circuit, const Bytes& state, std::uint32_t move,
                 const std::function<void(const Bytes&)>& look) {
  std::vector<std::vector<std::uint32_t>> lists;
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role) {
    auto& list = lists.emplace_back();
    for (auto m = circuit.role_begin(role); m < circuit.role_begin(role + 1); ++m)
      if (role == circuit.role_of(move) ? m == move : holds(circuit, state, circuit.legal[m]))
        list.push_back(m);
  }
  std::vector<std::size_t> at(lists.size(), 0);
  for (std::size_t role = 0; role < lists.size();) {
    Bytes moves(circuit.move_count(), 0);
    for (std::size_t r = 0; r < lists.size(); ++r) moves[lists[r][at[r]]] = 1;
    const auto value = circuit.evaluate(state, moves);
    Bytes next;
    for (const auto s : circuit.next) next.push_back((value[node_of(s)] != 0) != complemented(s));
    look(next);
    for (role = 0; role < lists.size() && ++at[role] == lists[role].size(); ++role) at[role] = 0;
  }
}

struct Sudden {
  bool ends = true, wins = true, no_more_than_half = true;
};

Sudden sudden(const Circuit& circuit, const Bytes& state, std::uint32_t move) {
  Sudden result;
  const auto role = circuit.role_of(move);
  for_replies(circuit, state, move, [&](const Bytes& next) {
    result.ends = result.ends && holds(circuit, next, circuit.terminal);
    for (const auto& goal : circuit.goals) {
      if (goal.role != role || goal.value != 100) continue;
      (holds(circuit, next, goal.signal) ? result.no_more_than_half : result.wins) = false;
    }
  });
  return result;
}

}  // namespace

TEST_CASE("sudden moves are what they are said to be, whatever the others do") {
  std::uint32_t wins = 0, blunders = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = random_circuit(random);
    if (circuit.move_count() > 24) continue;
    // Only goals of 100 differ in what they say of a role's luck: 0 and 50 are no more than half.
    bool complete = true;
    for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
      for (const auto& goal : circuit.goals)
        complete = complete && (goal.role != role || goal.signal != kFalse);
    const auto moves = sudden_moves(circuit, circuit.specialised({}), kPlenty);
    if (!moves || !complete) continue;
    for (int i = 0; i < 20; ++i) {
      Bytes state(circuit.fluent_count());
      for (auto& byte : state) byte = static_cast<std::uint8_t>(random.below(2));
      if (holds(circuit, state, circuit.terminal)) continue;
      for (std::uint32_t m = 0; m < circuit.move_count(); ++m) {
        CAPTURE(m);
        const bool won = holds(moves->circuit, state, moves->wins[m]);
        const bool lost = holds(moves->circuit, state, moves->blunders[m]);
        if (!won && !lost) continue;
        REQUIRE(holds(circuit, state, circuit.legal[m]));
        const auto found = sudden(circuit, state, m);
        CHECK(found.ends);
        if (won) CHECK(found.wins);
        if (lost) CHECK(found.no_more_than_half);
        wins += won;
        blunders += lost;
      }
    }
  }
  CHECK(wins > 100);
  CHECK(blunders > 100);
}

TEST_CASE("who drives into a wall blunders, and nobody else") {
  const auto circuit = two_drivers();
  const auto moves = sudden_moves(circuit, circuit.specialised({}), kPlenty);
  REQUIRE(moves);
  CHECK(moves->covers(0));
  CHECK(moves->covers(1));
  for (std::uint32_t bits = 0; bits < 64; ++bits) {
    CAPTURE(bits);
    Bytes state;
    for (std::uint32_t f = 0; f < 6; ++f) state.push_back(bits >> f & 1);
    if (holds(circuit, state, circuit.terminal)) continue;
    for (std::uint32_t m = 0; m < 4; ++m) {
      CHECK_FALSE(holds(moves->circuit, state, moves->wins[m]));
      const auto found = sudden(circuit, state, m);
      CHECK(holds(moves->circuit, state, moves->blunders[m]) == (found.ends && found.no_more_than_half));
    }
  }
}

TEST_CASE("nothing is sudden where one role chooses, or where the limit is too low") {
  const auto heap = heap_game(5);
  const std::pair<std::uint32_t, bool> turn[] = {{heap.fluent_node(6), true}};
  CHECK_FALSE(sudden_moves(heap, heap.specialised(turn), kPlenty));
  const auto circuit = two_drivers();
  CHECK_FALSE(sudden_moves(circuit, circuit.specialised({}), 3));
}
