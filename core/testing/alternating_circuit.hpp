// Games without sense in which two roles move in turn: the last fluent tells whose turn it is, and who has to
// wait has one move, its first.
#pragma once

#include <cstdint>
#include <vector>

#include "testing/random_circuit.hpp"

namespace woodstock::circuit {

inline Circuit alternating_circuit(Random& random) {
  const auto fluents = 2 + random.below(12);
  const auto turn = fluents - 1;
  Circuit circuit(fluents, {1 + random.below(9), 1 + random.below(9)}, -1);
  std::vector<Signal> pool;
  for (std::uint32_t f = 0; f < fluents; ++f) pool.push_back(signal_of(circuit.fluent_node(f)));
  add_gates(random, circuit, pool, 1 + random.below(30));
  for (std::uint32_t r = 0; r < 2; ++r) {
    const auto first = circuit.role_begin(r);
    circuit.legal[first] = kTrue;
    for (auto m = first + 1; m < circuit.role_begin(r + 1); ++m)
      circuit.legal[m] =
          circuit.all_of({signal_of(circuit.fluent_node(turn), r == 1), random_signal(random, pool)});
  }
  circuit.terminal = circuit.all_of({random_signal(random, pool), random_signal(random, pool)});
  for (std::uint32_t r = 0; r < 2; ++r)
    for (int value = 0; value < 3; ++value)
      circuit.goals.push_back({r, 50 * value, random_signal(random, pool)});
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m) pool.push_back(signal_of(circuit.move_node(m)));
  add_gates(random, circuit, pool, 1 + random.below(60));
  for (auto& next : circuit.next) next = random_signal(random, pool);
  circuit.next[turn] = signal_of(circuit.fluent_node(turn), true);
  for (auto& holds : circuit.initial) holds = static_cast<std::uint8_t>(random.below(2));
  circuit.initial[turn] = 1;
  return circuit;
}

// Evaluates a game one question at a time, by its circuit as it is.
class PlainGame {
 public:
  using Bytes = std::vector<std::uint8_t>;

  explicit PlainGame(const Circuit& circuit) : circuit_(circuit) {}

  bool terminal(const Bytes& state) const { return holds(values(state), circuit_.terminal); }
  bool legal(const Bytes& state, std::uint32_t move) const {
    return holds(values(state), circuit_.legal[move]);
  }
  // Whether the highest, or lowest, goal that the role may have holds.
  bool extreme_goal(const Bytes& state, std::uint32_t role, bool highest) const {
    Signal found = kFalse;
    for (const auto& goal : circuit_.goals)
      if (goal.role == role && goal.signal != kFalse && (highest || found == kFalse)) found = goal.signal;
    return holds(values(state), found);
  }
  // One role moves, the others make their first move.
  Bytes after(const Bytes& state, std::uint32_t move) const {
    Bytes moves(circuit_.move_count(), 0);
    for (std::uint32_t r = 0; r < circuit_.role_count(); ++r)
      moves[circuit_.role_of(move) == r ? move : circuit_.role_begin(r)] = 1;
    const auto value = values(state, moves);
    Bytes next;
    for (const auto s : circuit_.next) next.push_back(holds(value, s));
    return next;
  }
  bool wins(const Bytes& state, std::uint32_t move) const {
    if (!legal(state, move)) return false;
    const auto next = after(state, move);
    return terminal(next) && extreme_goal(next, circuit_.role_of(move), true);
  }
  // Some move of the role wins and gives the others the least.
  bool threatens(const Bytes& state, std::uint32_t role) const {
    for (auto m = circuit_.role_begin(role); m < circuit_.role_begin(role + 1); ++m) {
      if (!wins(state, m)) continue;
      const auto next = after(state, m);
      bool all = true;
      for (std::uint32_t r = 0; r < circuit_.role_count(); ++r)
        all = all && (r == role || extreme_goal(next, r, false));
      if (all) return true;
    }
    return false;
  }
  bool blunders(const Bytes& state, std::uint32_t move, std::uint32_t next_role) const {
    if (!legal(state, move)) return false;
    const auto next = after(state, move);
    return !terminal(next) && threatens(next, next_role);
  }
  // What decisive choice leaves of a role's legal moves: those that win, if there are any; else those that
  // are no blunders, if these count and there are any; else all.
  std::vector<std::uint32_t> decisive(const Bytes& state, std::uint32_t role, bool safely) const {
    std::vector<std::uint32_t> legal_ones, wins_now, safe;
    for (auto m = circuit_.role_begin(role); m < circuit_.role_begin(role + 1); ++m) {
      if (!legal(state, m)) continue;
      legal_ones.push_back(m);
      if (wins(state, m)) wins_now.push_back(m);
      if (!blunders(state, m, 1 - role)) safe.push_back(m);
    }
    if (!wins_now.empty()) return wins_now;
    return safely && !safe.empty() ? safe : legal_ones;
  }

 private:
  static bool holds(const Bytes& value, Signal s) { return (value[node_of(s)] != 0) != complemented(s); }
  Bytes values(const Bytes& state, const Bytes& moves = {}) const {
    return circuit_.evaluate(state, moves.empty() ? Bytes(circuit_.move_count(), 0) : moves);
  }

  const Circuit& circuit_;
};

}  // namespace woodstock::circuit
