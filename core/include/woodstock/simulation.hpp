// Random games by the thousand, one state at a time on several threads. Each playout has its own stream of
// random numbers, derived from the seed and its index, so the result does not depend on the number of
// threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "woodstock/state.hpp"
#include "woodstock/stepper.hpp"

namespace woodstock {

struct SimulationLimits {
  std::optional<std::uint64_t> playouts;  // without it, until the deadline
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::uint32_t max_steps = 10'000;         // of one playout
  const std::atomic<bool>* stop = nullptr;  // set by somebody else to end early
};

struct Simulation {
  std::uint64_t playouts = 0;
  std::uint64_t steps = 0;
  std::uint64_t cut_short = 0;  // playouts that reached max_steps
  std::uint64_t stuck = 0;      // playouts that reached a state where some role has no legal move
  // Per role, over the playouts that ended with exactly one goal value for it.
  struct Goal {
    std::uint64_t count = 0;
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    std::optional<double> mean() const;
    std::optional<double> deviation() const;  // of one playout, not of the mean
  };
  std::vector<Goal> goals;

  void add(const Playout& playout);
  void add(const Simulation& other);
};

// Throws std::invalid_argument without any limit on playouts or time.
Simulation simulate(const StepperCode& code, const State& from, const SimulationLimits& limits,
                    std::uint64_t seed, std::uint32_t threads);

}  // namespace woodstock
