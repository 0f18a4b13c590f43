// A game with known values for the tests of the searches: take one or two of a heap; who takes the last one
// wins, so multiples of three are lost for the role to move. Fluents: heap 0 … size, then "role 0 is to
// move". Moves of each role: take one, take two, noop.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock {

inline circuit::Circuit heap_game(std::uint32_t size) {
  circuit::Circuit circuit(size + 2, {3, 3}, -1);
  const auto heap = [&](std::uint32_t n) { return circuit::signal_of(circuit.fluent_node(n)); };
  const auto turn = [&](std::uint32_t role) {
    return circuit::signal_of(circuit.fluent_node(size + 1), role == 1);
  };
  const auto move = [&](std::uint32_t role, std::uint32_t m) {
    return circuit::signal_of(circuit.move_node(3 * role + m));
  };
  for (std::uint32_t role = 0; role < 2; ++role) {
    circuit.legal[3 * role] = circuit.all_of({turn(role), circuit::negate(heap(0))});
    circuit.legal[3 * role + 1] =
        circuit.all_of({turn(role), circuit::negate(heap(0)), circuit::negate(heap(1))});
    circuit.legal[3 * role + 2] = turn(1 - role);
    circuit.goals.push_back({role, 0, turn(role)});
    circuit.goals.push_back({role, 100, turn(1 - role)});
  }
  for (std::uint32_t n = 0; n <= size; ++n) {
    std::vector<circuit::Signal> ways;
    for (std::uint32_t k = 1; k <= 2 && n + k <= size; ++k)
      for (std::uint32_t role = 0; role < 2; ++role)
        ways.push_back(circuit.all_of({heap(n + k), move(role, k - 1)}));
    circuit.next[n] = circuit.any_of(ways);
  }
  circuit.next[size + 1] = turn(1);
  circuit.terminal = heap(0);
  circuit.initial.assign(size + 2, 0);
  circuit.initial[size] = circuit.initial[size + 1] = 1;
  return circuit;
}

}  // namespace woodstock
