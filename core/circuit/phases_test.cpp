#include "circuit/phases.hpp"

#include <vector>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;

namespace {

constexpr PhaseGain kAny{0, 0};

Signal fluent(const Circuit& circuit, std::uint32_t f) { return signal_of(circuit.fluent_node(f)); }

// A token passed along fluents first … last and back to `loop`.
void add_token(Circuit& circuit, std::uint32_t first, std::uint32_t last, std::uint32_t loop) {
  for (auto f = first; f <= last; ++f) {
    std::vector<Signal> from;
    if (f > first) from.push_back(fluent(circuit, f - 1));
    if (f == loop) from.push_back(fluent(circuit, last));
    circuit.next[f] = circuit.any_of(from);
  }
  circuit.initial[first] = 1;
}

std::uint64_t bit(std::uint32_t f) { return std::uint64_t{1} << f; }

}  // namespace

TEST_CASE("a turn of three, a fluent steered by a move, and one that depends on it") {
  Circuit circuit(5, {2}, -1);
  add_token(circuit, 0, 2, 0);
  circuit.next[3] = signal_of(circuit.move_node(1));
  circuit.next[4] = circuit.all_of({fluent(circuit, 0), fluent(circuit, 3)});
  const Phases phases(circuit, 8, kAny);
  CHECK(phases.count() == 3);
  CHECK(phases.fluents().size() == 3);
  CHECK(phases.successor(0) == 1);
  CHECK(phases.successor(1) == 2);
  CHECK(phases.successor(2) == 0);
  for (std::uint32_t phase = 0; phase < 3; ++phase) {
    const std::vector<std::uint64_t> state{bit(phase) | bit(3)};
    CHECK(phases.find(state) == phase);
  }
  CHECK(phases.find(std::vector<std::uint64_t>{0}) == 3);
  CHECK(phases.find(std::vector<std::uint64_t>{bit(0) | bit(1)}) == 3);
}

TEST_CASE("a tail of two before a turn of two") {
  Circuit circuit(4, {1}, -1);
  add_token(circuit, 0, 3, 2);
  const Phases phases(circuit, 8, kAny);
  CHECK(phases.count() == 4);
  CHECK(phases.successor(3) == 2);
}

TEST_CASE("a long counter is left out, the turn beside it is kept, and what depends on both is left out") {
  Circuit circuit(34, {1}, -1);
  add_token(circuit, 0, 1, 0);
  add_token(circuit, 2, 31, 2);
  circuit.next[32] = circuit.any_of({fluent(circuit, 0), fluent(circuit, 7)});
  circuit.next[33] = fluent(circuit, 33);  // never changes
  const Phases phases(circuit, 8, kAny);
  CHECK(phases.count() == 2);
  CHECK((std::vector<std::uint32_t>(phases.fluents().begin(), phases.fluents().end()) ==
         std::vector<std::uint32_t>{0, 1, 33}));
}

TEST_CASE("turns of two and of five do not fit together; the shorter is kept") {
  Circuit circuit(7, {1}, -1);
  add_token(circuit, 0, 4, 0);
  add_token(circuit, 5, 6, 5);
  CHECK(Phases(circuit, 8, kAny).count() == 2);
  CHECK(Phases(circuit, 10, kAny).count() == 10);
  CHECK(Phases(circuit, 1, kAny).count() == 1);
}

TEST_CASE("nothing cycles: one phase that holds every state") {
  Circuit circuit(1, {1}, -1);
  circuit.next[0] = signal_of(circuit.move_node(0));
  const Phases phases(circuit, 8, kAny);
  CHECK(phases.count() == 1);
  CHECK(phases.fluents().empty());
  CHECK(phases.find(std::vector<std::uint64_t>{1}) == 0);
}

TEST_CASE("fluents that hardly matter are not worth phases of their own") {
  Circuit circuit(8, {2, 10}, -1);
  add_token(circuit, 0, 3, 0);
  add_token(circuit, 4, 7, 7);
  const auto move = signal_of(circuit.move_node(0));
  circuit.legal.assign(12, kTrue);
  circuit.legal[0] = fluent(circuit, 0);
  circuit.legal[1] = negate(fluent(circuit, 0));
  CHECK(Phases(circuit).count() == 4);
  circuit.legal[0] = kTrue;
  circuit.legal[1] = negate(fluent(circuit, 5));
  circuit.next[0] = circuit.all_of({fluent(circuit, 3), move});
  CHECK(Phases(circuit).count() == 1);
  CHECK(Phases(circuit, 8, kAny).count() == 4);
}
