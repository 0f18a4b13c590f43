// Games without sense, to compare engines on: legal, terminal and goals are random functions of the fluents,
// next and percepts of fluents and moves. Every role always has a legal move.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "base/state.hpp"
#include "circuit/circuit.hpp"

namespace woodstock::circuit {

inline Signal random_signal(Random& random, const std::vector<Signal>& pool) {
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))] ^ random.below(2);
}

inline void add_gates(Random& random, Circuit& circuit, std::vector<Signal>& pool, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    std::vector<Signal> inputs(2 + random.below(3));
    for (auto& input : inputs) input = random_signal(random, pool);
    pool.push_back(random.below(2) ? circuit.all_of(inputs) : circuit.any_of(inputs));
  }
}

inline Circuit random_circuit(Random& random) {
  const auto fluents = 1 + random.below(90);
  std::vector<std::uint32_t> moves(1 + random.below(3));
  for (auto& count : moves) count = 1 + random.below(random.below(2) ? 4 : 70);
  Circuit circuit(fluents, moves, -1);
  std::vector<Signal> pool;
  for (std::uint32_t f = 0; f < fluents; ++f) pool.push_back(signal_of(circuit.fluent_node(f)));
  add_gates(random, circuit, pool, 1 + random.below(100));
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r) {
    const auto first = circuit.role_begin(r);
    std::vector<Signal> others;
    for (auto m = first + 1; m < circuit.role_begin(r + 1); ++m)
      others.push_back(circuit.legal[m] = random_signal(random, pool));
    circuit.legal[first] = random.below(2) ? negate(circuit.any_of(others)) : kTrue;
  }
  circuit.terminal = random_signal(random, pool);
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r)
    for (int value = 0; value < 3; ++value)
      circuit.goals.push_back({r, 50 * value, random_signal(random, pool)});
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m) pool.push_back(signal_of(circuit.move_node(m)));
  add_gates(random, circuit, pool, 1 + random.below(100));
  for (auto& next : circuit.next) next = random_signal(random, pool);
  for (std::uint32_t p = 0; p < 4; ++p)
    circuit.percepts.push_back({random.below(circuit.role_count()), p, random_signal(random, pool)});
  for (auto& holds : circuit.initial) holds = static_cast<std::uint8_t>(random.below(2));
  return circuit;
}

inline State random_state(Random& random, std::uint32_t fluents) {
  std::vector<std::uint8_t> bytes(fluents);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(2));
  return State::of_bytes(bytes);
}

}  // namespace woodstock::circuit
