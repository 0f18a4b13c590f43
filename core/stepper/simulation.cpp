#include "stepper/simulation.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <thread>

#include "base/random.hpp"

namespace woodstock::stepper {

Simulation simulate(const StepperCode& code, const State& from, const SimulationLimits& limits,
                    std::uint64_t seed, std::uint32_t threads) {
  if (!limits.playouts && !limits.deadline)
    throw std::invalid_argument("a simulation needs a number of playouts or a time");
  const auto wanted = limits.playouts.value_or(std::numeric_limits<std::uint64_t>::max());
  std::atomic<std::uint64_t> begun{0};
  std::vector<Simulation> parts(std::max(1U, threads));
  const auto over = [&] {
    return (limits.stop && limits.stop->load(std::memory_order_relaxed)) ||
           (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline);
  };
  const auto work = [&](Simulation& part) {
    Stepper stepper(code);
    Playout playout;
    part.goals.resize(stepper.role_count());
    while (!over()) {
      const auto index = begun.fetch_add(1, std::memory_order_relaxed);
      if (index >= wanted) break;
      Random random(mix64(seed) + index);
      stepper.load(from);
      if (!stepper.playout(random, limits.max_steps, playout, over)) break;
      part.add(playout);
    }
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < parts.size(); ++i)
    helpers.emplace_back([&work, &part = parts[i]] { work(part); });
  work(parts[0]);
  helpers.clear();
  Simulation total;
  for (const auto& part : parts) total.add(part);
  return total;
}

}  // namespace woodstock::stepper
