// Random games by the thousand, one state at a time on several threads. Each playout has its own stream of
// random numbers, derived from the seed and its index, so the result does not depend on the number of
// threads.
#pragma once

#include <cstdint>

#include "base/simulation.hpp"
#include "base/state.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::stepper {

// Throws std::invalid_argument without any limit on playouts or time.
Simulation simulate(const StepperCode& code, const State& from, const SimulationLimits& limits,
                    std::uint64_t seed, std::uint32_t threads);

}  // namespace woodstock::stepper
