#include "stepper/stepper.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "base/random.hpp"
#include "circuit/circuit.hpp"
#include "testing/random_circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::stepper;

namespace {

struct Expected {
  const Circuit& circuit;
  std::vector<std::uint8_t> value;

  Expected(const Circuit& c, const State& state, const std::vector<std::uint32_t>& joint) : circuit(c) {
    std::vector<std::uint8_t> fluents(c.fluent_count()), moves(c.move_count());
    for (const auto f : state.fluents()) fluents[f] = 1;
    for (std::uint32_t r = 0; r < joint.size(); ++r) moves[c.role_begin(r) + joint[r]] = 1;
    value = c.evaluate(fluents, moves);
  }
  bool holds(Signal s) const { return (value[node_of(s)] != 0) != complemented(s); }
  std::vector<std::uint32_t> legal(std::uint32_t role) const {
    std::vector<std::uint32_t> moves;
    for (auto m = circuit.role_begin(role); m < circuit.role_begin(role + 1); ++m)
      if (holds(circuit.legal[m])) moves.push_back(m - circuit.role_begin(role));
    return moves;
  }
  std::vector<std::int32_t> goals(std::uint32_t role) const {
    std::vector<std::int32_t> values;
    for (const auto& goal : circuit.goals)
      if (goal.role == role && holds(goal.signal)) values.push_back(goal.value);
    return values;
  }
  State next() const {
    std::vector<std::uint8_t> bytes;
    for (const auto s : circuit.next) bytes.push_back(holds(s));
    return State::of_bytes(bytes);
  }
  std::vector<Percept> percepts() const {
    std::vector<Percept> seen;
    for (const auto& p : circuit.percepts)
      if (holds(p.signal)) seen.push_back({p.role, p.percept});
    return seen;
  }
};

void agrees_with_evaluation(const Circuit& circuit, Stepper stepper, Random& random) {
  CHECK(stepper.state() == State::of_bytes(circuit.initial));
  for (int step = 0; step < 40; ++step) {
    if (random.below(4) == 0) stepper.load(random_state(random, circuit.fluent_count()));
    const auto state = stepper.state();
    CHECK(state == State::of_words(state.fluent_count(), state.words()));  // the hash kept flip by flip
    const Expected here(circuit, state, {});
    CHECK(stepper.terminal() == here.holds(circuit.terminal));
    std::vector<std::uint32_t> joint;
    for (std::uint32_t r = 0; r < circuit.role_count(); ++r) {
      const auto legal = here.legal(r);
      CHECK(stepper.legal(r) == legal);
      CHECK(stepper.legal_count(r) == legal.size());
      for (std::uint32_t i = 0; i < legal.size(); ++i) CHECK(stepper.legal_move(r, i) == legal[i]);
      CHECK(stepper.goals(r) == here.goals(r));
      joint.push_back(*stepper.random_move(r, random));
      CHECK(std::ranges::count(legal, joint.back()) == 1);
    }
    const Expected after(circuit, state, joint);
    if (random.below(2)) CHECK(stepper.percepts(joint) == after.percepts());
    stepper.play(joint);
    CHECK(stepper.state() == after.next());
  }
}

StepperPlan random_plan(const Circuit& circuit, Random& random) {
  StepperPlan split;
  split.by_move = random.below(2);
  split.keep_goals = random.below(2);
  split.valuations.clear();
  std::set<std::uint32_t> controls;
  for (int i = 0; i < 3; ++i) controls.insert(random.below(circuit.fluent_count()));
  split.controls.assign(controls.begin(), controls.end());
  for (std::uint32_t v = 0; v < 1U << controls.size(); ++v)
    if (random.below(2)) split.valuations.push_back(v);
  return split;
}

}  // namespace

TEST_CASE("every plan agrees with the evaluation of the circuit") {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = random_circuit(random);
    agrees_with_evaluation(circuit, Stepper(StepperCode(circuit, false)), random);
    agrees_with_evaluation(circuit, Stepper(circuit), random);
    agrees_with_evaluation(circuit, Stepper(StepperCode(circuit, random_plan(circuit, random))), random);
  }
}

TEST_CASE("every plan plays the same random games and counts the same paths") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = random_circuit(random);
    Stepper whole(StepperCode(circuit, false)), split(circuit),
        partial(StepperCode(circuit, random_plan(circuit, random)));
    const auto start = random_state(random, circuit.fluent_count());
    const auto final_state = [&](Stepper& stepper) {
      Random own(seed);
      stepper.load(start);
      stepper.playout(own, 50);
      return stepper.state();
    };
    const auto expected = final_state(whole);
    CHECK(final_state(split) == expected);
    CHECK(final_state(partial) == expected);
    whole.load(start), split.load(start), partial.load(start);
    const auto depth = 2U;
    const auto paths = whole.perft(depth);
    CHECK(split.perft(depth) == paths);
    CHECK(partial.perft(depth) == paths);
  }
}

// 70 moves of which 40 are legal: the counts of 40,000 choices pass a chi² test (39 degrees of freedom; 95
// has a tail of 1e-6).
TEST_CASE("random moves are uniform") {
  Circuit circuit(0, {70}, -1);
  for (std::uint32_t m = 0; m < 70; ++m) circuit.legal[m] = m % 7 < 4 ? kTrue : kFalse;
  const Stepper stepper(circuit);
  const std::uint64_t seed = 11;
  CAPTURE(seed);
  Random random(seed);
  std::vector<double> counts(70);
  for (int i = 0; i < 40'000; ++i) ++counts[*stepper.random_move(0, random)];
  double chi_squared = 0;
  for (std::uint32_t m = 0; m < 70; ++m) {
    if (m % 7 < 4)
      chi_squared += (counts[m] - 1000) * (counts[m] - 1000) / 1000;
    else
      CHECK(counts[m] == 0);
  }
  CHECK(chi_squared < 95);
  CHECK(chi_squared > 10);  // too even is not random either
}

// One role, one fluent that each move may set; move 1 is never legal.
TEST_CASE("illegal moves and foreign states are refused") {
  Circuit circuit(1, {2}, -1);
  circuit.legal = {kTrue, kFalse};
  circuit.next = {signal_of(circuit.move_node(1))};
  Stepper stepper(circuit);
  CHECK_THROWS_AS(stepper.play(std::vector<std::uint32_t>{1}), IllegalMove);
  CHECK_THROWS_AS(stepper.play(std::vector<std::uint32_t>{2}), IllegalMove);
  CHECK_THROWS_AS(stepper.play(std::vector<std::uint32_t>{0, 0}), IllegalMove);
  CHECK_THROWS_AS(stepper.load(State(2, std::vector<std::uint32_t>{})), std::invalid_argument);
  stepper.play(std::vector<std::uint32_t>{0});
  CHECK(stepper.state().fluents().empty());
}
