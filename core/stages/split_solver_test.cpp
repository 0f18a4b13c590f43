// The stage of random circuits with chance, solved in its two parts and whole: the policies with their
// outcomes are the legal joint moves with the successors that the circuit evaluates to.
#include "stages/split_solver.hpp"

#include <memory>
#include <set>

#include "base/random.hpp"
#include "testing/random_circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::csp;
using namespace woodstock::stages;

namespace {

using Transition = std::pair<std::vector<std::uint32_t>, std::vector<std::uint64_t>>;

Circuit circuit_with_chance(Random& random) {
  Circuit circuit(6, {3, 2, 4}, random.below(4) == 0 ? -1 : static_cast<std::int32_t>(random.below(3)));
  std::vector<Signal> pool;
  for (std::uint32_t f = 0; f < 6; ++f) pool.push_back(signal_of(circuit.fluent_node(f)));
  add_gates(random, circuit, pool, 6);
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m)
    circuit.legal[m] = random.below(3) == 0 ? kTrue : random_signal(random, pool);
  circuit.terminal = random_signal(random, pool);
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m) pool.push_back(signal_of(circuit.move_node(m)));
  add_gates(random, circuit, pool, 14);
  for (auto& next : circuit.next) next = random_signal(random, pool);
  return circuit;
}

bool truth(const std::vector<std::uint8_t>& values, Signal signal) {
  return (values[node_of(signal)] != 0) != complemented(signal);
}

std::set<Transition> transitions(const Circuit& circuit, const State& state) {
  std::vector<std::uint8_t> fluents(circuit.fluent_count()), moves(circuit.move_count());
  for (const auto f : state.fluents()) fluents[f] = 1;
  const auto still = circuit.evaluate(fluents, moves);
  std::set<Transition> found;
  for (std::uint32_t a = circuit.role_begin(0); a < circuit.role_begin(1); ++a)
    for (std::uint32_t b = circuit.role_begin(1); b < circuit.role_begin(2); ++b)
      for (std::uint32_t c = circuit.role_begin(2); c < circuit.role_begin(3); ++c) {
        if (!truth(still, circuit.legal[a]) || !truth(still, circuit.legal[b]) ||
            !truth(still, circuit.legal[c]))
          continue;
        auto played = moves;
        played[a] = played[b] = played[c] = 1;
        const auto values = circuit.evaluate(fluents, played);
        std::vector<std::uint64_t> next{0};
        for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f)
          next[0] |= std::uint64_t{truth(values, circuit.next[f])} << f;
        found.insert({{a, b - circuit.role_begin(1), c - circuit.role_begin(2)}, next});
      }
  return found;
}

void check(Random& random, const Circuit& circuit, const SplitSolver::Settings& settings) {
  const auto stage =
      std::make_shared<const StageTemplate>(circuit, std::vector<std::vector<std::uint32_t>>{});
  SplitSolver solver(stage, settings);
  for (int repeat = 0; repeat < 10; ++repeat) {
    const auto state = random_state(random, circuit.fluent_count());
    const auto expected = transitions(circuit, state);
    const auto solved = solver.solve(state.words());
    if (solved.terminal) continue;
    std::set<Transition> found;
    for (const auto& policy : solved.policies)
      for (const auto& outcome : policy.outcomes) {
        auto joint = policy.moves;
        for (auto& move : joint)
          if (move == StagePolicy::kOpen) move = outcome.chance_move;
        CHECK(found.insert({joint, outcome.successor}).second);
      }
    CHECK(found == expected);
  }
}

// Role 0 may bet on one of two moves of chance (role 1); the bet and the throw decide the next state
// together.
std::shared_ptr<const StageTemplate> bet() {
  Circuit circuit(2, {2, 3}, 1);
  const auto move = [&](std::uint32_t m) { return signal_of(circuit.move_node(m)); };
  circuit.legal.assign(5, kTrue);
  circuit.next = {circuit.all_of({move(0), move(2)}), circuit.all_of({move(1), move(3)})};
  circuit.terminal = kFalse;
  return std::make_shared<const StageTemplate>(circuit, std::vector<std::vector<std::uint32_t>>{});
}

}  // namespace

TEST_CASE("the policies of a split stage are the legal moves of the players, for every move of chance") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = circuit_with_chance(random);
    for (const bool singleton : {false, true})
      for (const auto inference : {Search::Inference::arc_consistency, Search::Inference::forward_checking}) {
        CAPTURE(singleton);
        check(random, circuit, {inference, filter_named("str2"), singleton, 1U << 16});
      }
  }
}

TEST_CASE("a tuple that is not kept leaves the feasibility constraint") {
  SplitSolver solver(bet(), {});
  const State state(2, std::vector<std::uint32_t>{});
  const auto all = solver.solve(state.words());
  REQUIRE(all.policies.size() == 2);
  CHECK(all.policies[0].outcomes.size() == 3);
  CHECK(all.policies[0].moves == std::vector<std::uint32_t>{0, StagePolicy::kOpen});
  CHECK(all.policies[0].chance == all.policies[0].moves);
  const auto some = solver.solve(state.words(), {}, [](auto moves) { return moves[0] == 1; });
  REQUIRE(some.policies.size() == 1);
  CHECK(some.policies[0].moves[0] == 1);
  CHECK(some.pruned == 1);
  CHECK(all.pruned == 0);
}

TEST_CASE("a stage for which there is too little memory has some of its policies, with all their outcomes") {
  for (const auto inference : {Search::Inference::arc_consistency, Search::Inference::forward_checking}) {
    SplitSolver::Settings settings;
    settings.inference = inference;
    settings.memory = 1;
    SplitSolver solver(bet(), settings);
    const auto solved = solver.solve(State(2, std::vector<std::uint32_t>{}).words());
    CHECK_FALSE(solved.complete);
    REQUIRE(solved.policies.size() == 1);
    CHECK(solved.policies[0].outcomes.size() == 3);
    settings.memory = 1 << 20;
    const auto whole = SplitSolver(bet(), settings).solve(State(2, std::vector<std::uint32_t>{}).words());
    CHECK(whole.complete);
    CHECK(whole.policies.size() == 2);
  }
}
