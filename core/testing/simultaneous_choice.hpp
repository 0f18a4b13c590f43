// Two roles that choose at the same time, once: role 0 loses if it makes its first move (0) and role 1 its
// first (2), else it wins.
#pragma once

#include <cstdint>

#include "circuit/circuit.hpp"

namespace woodstock {

inline circuit::Circuit simultaneous_choice() {
  circuit::Circuit circuit(2, {2, 2}, -1);
  circuit.legal.assign(4, circuit::kTrue);
  circuit.next[0] = circuit::kTrue;
  circuit.next[1] =
      circuit.all_of({circuit::signal_of(circuit.move_node(0)), circuit::signal_of(circuit.move_node(2))});
  circuit.terminal = circuit::signal_of(circuit.fluent_node(0));
  for (std::uint32_t role = 0; role < 2; ++role) {
    circuit.goals.push_back({role, 0, circuit::signal_of(circuit.fluent_node(1), role == 1)});
    circuit.goals.push_back({role, 100, circuit::signal_of(circuit.fluent_node(1), role == 0)});
  }
  return circuit;
}

}  // namespace woodstock
