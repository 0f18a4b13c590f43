// Random games on the evaluator, on several threads. As with the stepper's, each playout has a stream of
// random numbers of its own, so the result depends on the seed and not on the number of threads.
#pragma once

#include <cstdint>
#include <memory>

#include "base/random.hpp"
#include "base/simulation.hpp"
#include "evaluator/evaluator.hpp"

namespace woodstock::evaluator {

// Legal moves in an order that does not depend on what was asked before.
std::vector<Id> ordered_legal(Evaluator& evaluator, const Position& position, std::size_t role);

Playout playout(Evaluator& evaluator, Position position, Random& random, std::uint32_t max_steps);

// Throws std::invalid_argument without any limit on playouts or time.
Simulation simulate(const std::shared_ptr<const Program>& program, const Position& from,
                    const SimulationLimits& limits, std::uint64_t seed, std::uint32_t threads);

}  // namespace woodstock::evaluator
