// Two drive on at the same time and must turn where there is a wall before them: fluents "wall before 0",
// "wall before 1", "0 crashed", "1 crashed", then two that walls are read from. Moves of each: on, turn. Who
// crashes alone has nothing, who does not has everything.
#pragma once

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

inline Circuit two_drivers() {
  Circuit circuit(6, {2, 2}, -1);
  const auto fluent = [&](std::uint32_t f) { return signal_of(circuit.fluent_node(f)); };
  const auto on = [&](std::uint32_t role) { return signal_of(circuit.move_node(2 * role)); };
  for (auto& legal : circuit.legal) legal = kTrue;
  for (std::uint32_t role = 0; role < 2; ++role) {
    const auto own = fluent(2 + role), other = fluent(3 - role);
    circuit.next[role] = circuit.any_of({fluent(4 + role), circuit.all_of({fluent(5 - role), on(1 - role)})});
    circuit.next[2 + role] = circuit.all_of({fluent(role), on(role)});
    circuit.next[4 + role] = negate(fluent(4 + role));
    circuit.goals.push_back({role, 0, circuit.all_of({own, negate(other)})});
    circuit.goals.push_back({role, 50, circuit.all_of({own, other})});
    circuit.goals.push_back({role, 100, circuit.all_of({negate(own), other})});
  }
  circuit.terminal = circuit.any_of({fluent(2), fluent(3)});
  circuit.initial = {0, 0, 0, 0, 1, 0};
  return circuit;
}

}  // namespace woodstock::circuit
