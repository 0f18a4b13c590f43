#include "evaluator/simulation.hpp"

#include "testing/nim.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::evaluator;

TEST_CASE("simulations do not depend on the number of threads") {
  const auto program = Program::compile(kNim);
  SimulationLimits limits;
  limits.playouts = 500;
  const auto one = simulate(program, program->initial(), limits, 3, 1);
  const auto four = simulate(program, program->initial(), limits, 3, 4);
  CHECK(one.playouts == 500);
  CHECK(one.steps == four.steps);
  CHECK(one.goals[0].sum == four.goals[0].sum);
  CHECK(one.goals[0].sum + one.goals[1].sum == 50'000);
}
