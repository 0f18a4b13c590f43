#include <vector>

#include "check.hpp"
#include "woodstock/circuit.hpp"

using namespace woodstock;

int main() {
  Circuit circuit(2, {2}, -1);
  const auto a = signal_of(circuit.fluent_node(0));
  const auto b = signal_of(circuit.fluent_node(1));
  const auto m = signal_of(circuit.move_node(0));
  circuit.legal = {circuit.all_of({a, b}), negate(a)};
  circuit.next = {circuit.any_of({m, b}), a};
  circuit.terminal = circuit.all_of({negate(a), b});
  CHECK(circuit.all_of({b, a}) == circuit.legal[0]);
  CHECK(circuit.all_of({a, negate(a)}) == kFalse);
  CHECK(circuit.any_of({a, kTrue}) == kTrue);
  const std::vector<std::uint8_t> fluents{1, 0}, moves{1, 0};
  const auto value = circuit.evaluate(fluents, moves);
  CHECK(value[node_of(circuit.legal[0])] == 0);
  const auto special =
      circuit.specialised(std::vector<std::pair<std::uint32_t, bool>>{{circuit.fluent_node(0), true}});
  CHECK(special.legal[0] == b);
  CHECK(special.legal[1] == kFalse);
  CHECK(special.next[0] == kTrue);  // the only move that may be legal is taken
  CHECK(special.terminal == kFalse);
  return finish();
}
