#include "stepper/simulation.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>

#include "base/random.hpp"
#include "testing/random_circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::stepper;

TEST_CASE("simulations are repeatable with any number of threads") {
  const std::uint64_t seed = 7;
  CAPTURE(seed);
  Random random(seed);
  const auto circuit = random_circuit(random);
  const StepperCode code(circuit);
  SimulationLimits limits;
  limits.playouts = 500;
  limits.max_steps = 30;
  const auto from = random_state(random, circuit.fluent_count());
  const auto one = simulate(code, from, limits, 3, 1);
  const auto three = simulate(code, from, limits, 3, 3);
  CHECK(one.playouts == 500);
  CHECK(three.playouts == 500);
  CHECK(one.steps == three.steps);
  CHECK(one.cut_short == three.cut_short);
  for (std::size_t r = 0; r < one.goals.size(); ++r) {
    CHECK(one.goals[r].count == three.goals[r].count);
    CHECK(one.goals[r].sum == three.goals[r].sum);
    CHECK(one.goals[r].squares == three.goals[r].squares);
  }
  const std::atomic<bool> stop{true};
  limits.stop = &stop;
  CHECK(simulate(code, from, limits, 3, 2).playouts == 0);
  CHECK_THROWS_AS(simulate(code, from, {}, 0, 1), std::invalid_argument);
}

TEST_CASE("a game that never ends is left at the deadline") {
  Circuit endless(1, {1}, -1);
  endless.legal = {kTrue};
  SimulationLimits brief;
  brief.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  brief.max_steps = 4'000'000'000U;
  CHECK(simulate(StepperCode(endless), State::of_bytes(endless.initial), brief, 0, 1).playouts == 0);
}
