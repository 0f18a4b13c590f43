#include "circuit/circuit.hpp"

#include <vector>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;

namespace {

// Two fluents a, b and two moves of one role.
struct Small {
  Circuit circuit{2, {2}, -1};
  Signal a = signal_of(circuit.fluent_node(0));
  Signal b = signal_of(circuit.fluent_node(1));
  Signal m = signal_of(circuit.move_node(0));

  Small() {
    circuit.legal = {circuit.all_of({a, b}), negate(a)};
    circuit.next = {circuit.any_of({m, b}), a};
    circuit.terminal = circuit.all_of({negate(a), b});
  }
};

}  // namespace

TEST_CASE_FIXTURE(Small, "gates are shared, constants and contradictions folded") {
  CHECK(circuit.all_of({b, a}) == circuit.legal[0]);
  CHECK(circuit.all_of({a, negate(a)}) == kFalse);
  CHECK(circuit.any_of({a, kTrue}) == kTrue);
}

TEST_CASE_FIXTURE(Small, "a circuit is evaluated gate by gate") {
  const std::vector<std::uint8_t> fluents{1, 0}, moves{1, 0};
  const auto value = circuit.evaluate(fluents, moves);
  CHECK(value[node_of(circuit.legal[0])] == 0);
}

TEST_CASE_FIXTURE(Small, "a fixed fluent is folded away, and the only move left is taken") {
  const auto special =
      circuit.specialised(std::vector<std::pair<std::uint32_t, bool>>{{circuit.fluent_node(0), true}});
  CHECK(special.legal[0] == b);
  CHECK(special.legal[1] == kFalse);
  CHECK(special.next[0] == kTrue);
  CHECK(special.terminal == kFalse);
}
