#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "check.hpp"
#include "woodstock/circuit.hpp"
#include "woodstock/random.hpp"
#include "woodstock/simulation.hpp"
#include "woodstock/stepper.hpp"

using namespace woodstock;

namespace {

Signal random_signal(Random& random, const std::vector<Signal>& pool) {
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))] ^ random.below(2);
}

void add_gates(Random& random, Circuit& circuit, std::vector<Signal>& pool, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    std::vector<Signal> inputs(2 + random.below(3));
    for (auto& input : inputs) input = random_signal(random, pool);
    pool.push_back(random.below(2) ? circuit.all_of(inputs) : circuit.any_of(inputs));
  }
}

// A game without sense: legal, terminal and goals are random functions of the fluents, next and percepts of
// fluents and moves. Every role always has a legal move.
Circuit random_circuit(Random& random) {
  const auto fluents = 1 + random.below(90);
  std::vector<std::uint32_t> moves(1 + random.below(3));
  for (auto& count : moves) count = 1 + random.below(random.below(2) ? 4 : 70);
  Circuit circuit(fluents, moves, -1);
  std::vector<Signal> pool;
  for (std::uint32_t f = 0; f < fluents; ++f) pool.push_back(signal_of(circuit.fluent_node(f)));
  add_gates(random, circuit, pool, 1 + random.below(100));
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r) {
    const auto first = circuit.role_begin(r);
    std::vector<Signal> others;
    for (auto m = first + 1; m < circuit.role_begin(r + 1); ++m)
      others.push_back(circuit.legal[m] = random_signal(random, pool));
    circuit.legal[first] = random.below(2) ? negate(circuit.any_of(others)) : kTrue;
  }
  circuit.terminal = random_signal(random, pool);
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r)
    for (int value = 0; value < 3; ++value)
      circuit.goals.push_back({r, 50 * value, random_signal(random, pool)});
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m) pool.push_back(signal_of(circuit.move_node(m)));
  add_gates(random, circuit, pool, 1 + random.below(100));
  for (auto& next : circuit.next) next = random_signal(random, pool);
  for (std::uint32_t p = 0; p < 4; ++p)
    circuit.percepts.push_back({random.below(circuit.role_count()), p, random_signal(random, pool)});
  for (auto& holds : circuit.initial) holds = static_cast<std::uint8_t>(random.below(2));
  return circuit;
}

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

State random_state(Random& random, std::uint32_t fluents) {
  std::vector<std::uint8_t> bytes(fluents);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(2));
  return State::of_bytes(bytes);
}

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

void random_circuits_agree() {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    Random random(seed);
    const auto circuit = random_circuit(random);
    agrees_with_evaluation(circuit, Stepper(StepperCode(circuit, false)), random);
    agrees_with_evaluation(circuit, Stepper(circuit), random);
    agrees_with_evaluation(circuit, Stepper(StepperCode(circuit, random_plan(circuit, random))), random);
  }
}

void engines_play_the_same_random_games() {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
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
void choice_is_uniform() {
  Circuit circuit(0, {70}, -1);
  for (std::uint32_t m = 0; m < 70; ++m) circuit.legal[m] = m % 7 < 4 ? kTrue : kFalse;
  const Stepper stepper(circuit);
  Random random(11);
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

template <typename Exception, typename Action>
bool throws(Action action) {
  try {
    action();
  } catch (const Exception&) {
    return true;
  }
  return false;
}

// One role, one fluent that each move may set; move 1 is never legal.
void illegal_moves_are_refused() {
  Circuit circuit(1, {2}, -1);
  circuit.legal = {kTrue, kFalse};
  circuit.next = {signal_of(circuit.move_node(1))};
  Stepper stepper(circuit);
  CHECK(throws<IllegalMove>([&] { stepper.play(std::vector<std::uint32_t>{1}); }));
  CHECK(throws<IllegalMove>([&] { stepper.play(std::vector<std::uint32_t>{2}); }));
  CHECK(throws<IllegalMove>([&] { stepper.play(std::vector<std::uint32_t>{0, 0}); }));
  CHECK(throws<std::invalid_argument>([&] { stepper.load(State(2, std::vector<std::uint32_t>{})); }));
  stepper.play(std::vector<std::uint32_t>{0});
  CHECK(stepper.state().fluents().empty());
}

void simulations_are_repeatable_and_end() {
  Random random(7);
  const auto circuit = random_circuit(random);
  const StepperCode code(circuit);
  SimulationLimits limits;
  limits.playouts = 500;
  limits.max_steps = 30;
  const auto from = random_state(random, circuit.fluent_count());
  const auto one = simulate(code, from, limits, 3, 1);
  const auto three = simulate(code, from, limits, 3, 3);
  CHECK(one.playouts == 500 && three.playouts == 500);
  CHECK(one.steps == three.steps && one.cut_short == three.cut_short);
  for (std::size_t r = 0; r < one.goals.size(); ++r) {
    CHECK(one.goals[r].count == three.goals[r].count && one.goals[r].sum == three.goals[r].sum);
    CHECK(one.goals[r].squares == three.goals[r].squares);
  }
  const std::atomic<bool> stop{true};
  limits.stop = &stop;
  CHECK(simulate(code, from, limits, 3, 2).playouts == 0);
  CHECK(throws<std::invalid_argument>([&] { simulate(code, from, {}, 0, 1); }));

  // A game that never ends is left at the deadline.
  Circuit endless(1, {1}, -1);
  endless.legal = {kTrue};
  SimulationLimits brief;
  brief.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  brief.max_steps = 4'000'000'000U;
  CHECK(simulate(StepperCode(endless), State::of_bytes(endless.initial), brief, 0, 1).playouts == 0);
}

}  // namespace

int main() {
  random_circuits_agree();
  engines_play_the_same_random_games();
  choice_is_uniform();
  illegal_moves_are_refused();
  simulations_are_repeatable_and_end();
  return finish();
}
