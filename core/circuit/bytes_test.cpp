#include "circuit/bytes.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "testing/random_circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;

namespace {

bool is_same(const Circuit& one, const Circuit& other) {
  if (one.node_count() != other.node_count() || one.first_gate() != other.first_gate()) return false;
  for (auto node = one.first_gate(); node < one.node_count(); ++node)
    if (!std::ranges::equal(one.inputs(node), other.inputs(node))) return false;
  const auto goal = [](const GoalOutput& each) { return std::tuple(each.role, each.value, each.signal); };
  const auto seen = [](const PerceptOutput& each) {
    return std::tuple(each.role, each.percept, each.signal);
  };
  return one.legal == other.legal && one.next == other.next && one.initial == other.initial &&
         one.terminal == other.terminal && one.chance_role() == other.chance_role() &&
         std::ranges::equal(one.goals, other.goals, {}, goal, goal) &&
         std::ranges::equal(one.percepts, other.percepts, {}, seen, seen);
}

}  // namespace

TEST_CASE("a circuit comes back from its bytes with the same numbers") {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const auto circuit = random_circuit(random);
    CHECK(is_same(circuit, from_bytes(to_bytes(circuit))));
  }
}

TEST_CASE("bytes that were torn or altered are no circuit") {
  Random random(2);
  const auto bytes = to_bytes(random_circuit(random));
  CHECK_THROWS_AS(from_bytes(""), std::invalid_argument);
  for (int trial = 0; trial < 200; ++trial) {
    const auto place = random.below(static_cast<std::uint32_t>(bytes.size()));
    CHECK_THROWS_AS(from_bytes(bytes.substr(0, place)), std::invalid_argument);
    auto altered = bytes;
    altered[place] = static_cast<char>(altered[place] ^ (1 + random.below(255)));
    CHECK_THROWS_AS(from_bytes(altered), std::invalid_argument);
  }
}
