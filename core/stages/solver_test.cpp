// The stage of random circuits: on every state and with every solver the solutions are the legal joint moves
// with the successors the circuit itself evaluates to.
#include "stages/solver.hpp"

#include <map>
#include <memory>
#include <set>

#include "base/random.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::csp;
using namespace woodstock::stages;

namespace {

constexpr std::uint32_t kFluents = 5;
const std::vector<std::uint32_t> kMoves = {3, 1, 70};  // a wide role as well

Signal pick(Random& random, const std::vector<Signal>& known) {
  const auto choice = random.below(20);
  if (choice == 0) return random.below(2) == 0 ? kFalse : kTrue;
  return known[random.below(static_cast<std::uint32_t>(known.size()))] ^ random.below(2);
}

Circuit random_circuit(Random& random) {
  Circuit circuit(kFluents, kMoves, random.below(2) == 0 ? -1 : 2);
  std::vector<Signal> state;
  for (std::uint32_t f = 0; f < kFluents; ++f) state.push_back(signal_of(circuit.fluent_node(f)));
  for (int i = 0; i < 8; ++i) {
    std::vector<Signal> inputs;
    for (auto n = 2 + random.below(3); n > 0; --n) inputs.push_back(pick(random, state));
    const auto gate = circuit.all_of(inputs);
    if (node_of(gate) != 0) state.push_back(gate);
  }
  auto all = state;
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m)
    if (m < 4 || random.below(10) == 0) all.push_back(signal_of(circuit.move_node(m)));
  for (int i = 0; i < 12; ++i) {
    std::vector<Signal> inputs;
    for (auto n = 2 + random.below(3); n > 0; --n) inputs.push_back(pick(random, all));
    const auto gate = circuit.all_of(inputs);
    if (node_of(gate) != 0) all.push_back(gate);
  }
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m)
    circuit.legal.push_back(m > 8 && random.below(3) != 0 ? kFalse : pick(random, state));
  for (std::uint32_t f = 0; f < kFluents; ++f) circuit.next.push_back(pick(random, all));
  circuit.terminal = pick(random, state);
  for (std::uint32_t role = 0; role < kMoves.size(); ++role)
    for (auto value = random.below(4); value > 0; --value)
      circuit.goals.push_back({role, static_cast<std::int32_t>(100 - 10 * value), pick(random, state)});
  circuit.initial.assign(kFluents, 0);
  return circuit;
}

bool truth(const std::vector<std::uint8_t>& values, Signal signal) {
  return (values[node_of(signal)] != 0) != complemented(signal);
}

using Transition = std::pair<std::vector<std::uint32_t>, std::uint64_t>;

// Every joint move whose parts are legal, with the state it leads to.
std::set<Transition> transitions(const Circuit& circuit, std::uint64_t state) {
  std::vector<std::uint8_t> fluents, moves(circuit.move_count(), 0);
  for (std::uint32_t f = 0; f < kFluents; ++f) fluents.push_back(state >> f & 1U);
  const auto still = circuit.evaluate(fluents, moves);
  std::set<Transition> found;
  std::vector<std::uint32_t> joint(kMoves.size(), 0);
  for (;;) {
    auto allowed = true;
    for (std::uint32_t r = 0; r < kMoves.size(); ++r)
      allowed = allowed && truth(still, circuit.legal[circuit.role_begin(r) + joint[r]]);
    if (allowed) {
      for (std::uint32_t r = 0; r < kMoves.size(); ++r) moves[circuit.role_begin(r) + joint[r]] = 1;
      const auto values = circuit.evaluate(fluents, moves);
      std::uint64_t next = 0;
      for (std::uint32_t f = 0; f < kFluents; ++f) next |= std::uint64_t{truth(values, circuit.next[f])} << f;
      found.insert({joint, next});
      for (std::uint32_t r = 0; r < kMoves.size(); ++r) moves[circuit.role_begin(r) + joint[r]] = 0;
    }
    std::size_t r = 0;
    while (r < kMoves.size() && ++joint[r] == kMoves[r]) joint[r++] = 0;
    if (r == kMoves.size()) return found;
  }
}

void check_circuit(Random& random, const Circuit& circuit) {
  const auto stage =
      std::make_shared<const StageTemplate>(circuit, std::vector<std::vector<std::uint32_t>>{});
  for (const auto inference : {Search::Inference::arc_consistency, Search::Inference::forward_checking})
    for (const auto& kind : propagator_kinds()) {
      CAPTURE(kind.name);
      StageSolver solver(stage, inference, filter_named(kind.name));
      for (int repeat = 0; repeat < 12; ++repeat) {
        const std::uint64_t state = random.below(1U << kFluents);
        CHECK(solver.inject({&state, 1}));
        std::vector<std::uint8_t> fluents, moves(circuit.move_count(), 0);
        for (std::uint32_t f = 0; f < kFluents; ++f) fluents.push_back(state >> f & 1U);
        const auto values = circuit.evaluate(fluents, moves);
        CHECK(solver.terminal() == truth(values, circuit.terminal));
        for (std::uint32_t role = 0; role < kMoves.size(); ++role) {
          std::vector<std::int32_t> goals;
          for (const auto& goal : circuit.goals)
            if (goal.role == role && truth(values, goal.signal)) goals.push_back(goal.value);
          CHECK(solver.score(role) == (goals.size() == 1 ? std::optional(goals[0]) : std::nullopt));
        }
        const auto expected = transitions(circuit, state);
        std::set<Transition> found;
        while (solver.next() == Step::solution) {
          const auto joint = solver.joint_action();
          CHECK(found.insert({{joint.begin(), joint.end()}, solver.successor()[0]}).second);
        }
        CHECK(found == expected);
        if (inference == Search::Inference::arc_consistency && !expected.empty())
          for (std::uint32_t role = 0; role < kMoves.size(); ++role) {
            std::set<std::uint32_t> legal;
            for (const auto& transition : expected) legal.insert(transition.first[role]);
            const auto left = solver.legal(role);
            CHECK(std::set(left.begin(), left.end()) == legal);
          }
      }
      solver.release();
      CHECK(solver.propagation().depth() == 0);
    }
}

}  // namespace

TEST_CASE("the solutions of an injected stage are the legal joint moves with their successors") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    check_circuit(random, random_circuit(random));
  }
}

// One-hot counters: groups, exact and optional, must give the same as Booleans.
TEST_CASE("groups of fluents give the same as Booleans, exact or with none") {
  Circuit circuit(5, {2}, -1);
  const auto fluent = [&](std::uint32_t f) { return signal_of(circuit.fluent_node(f)); };
  const auto move = [&](std::uint32_t m) { return signal_of(circuit.move_node(m)); };
  circuit.legal = {kTrue, kTrue};
  // 0, 1, 2 go round; 3, 4 swap when move 1 is made and vanish otherwise.
  circuit.next = {fluent(2), fluent(0), fluent(1), circuit.all_of({fluent(4), move(1)}),
                  circuit.all_of({fluent(3), move(1)})};
  circuit.terminal = kFalse;
  circuit.initial = {1, 0, 0, 1, 0};
  const auto grouped = std::make_shared<const StageTemplate>(
      circuit, std::vector<std::vector<std::uint32_t>>{{0, 1, 2}, {3, 4, StageTemplate::kNoFluent}});
  CHECK(grouped->members().size() == 2);
  StageSolver solver(grouped);
  const std::uint64_t first = 0b01001;
  CHECK(solver.inject({&first, 1}));
  std::map<std::uint32_t, std::uint64_t> found;
  while (solver.next() == Step::solution) found[solver.joint_action()[0]] = solver.successor()[0];
  CHECK((found == std::map<std::uint32_t, std::uint64_t>{{0, 0b00010}, {1, 0b10010}}));
  for (const std::uint64_t broken : {0b00000ULL, 0b00011ULL, 0b11001ULL}) CHECK(!solver.inject({&broken, 1}));
  const std::uint64_t none = 0b00100;
  CHECK(solver.inject({&none, 1}));
  CHECK(solver.next() == Step::solution);
  CHECK(solver.successor()[0] == 0b00001);
}
