#include "woodstock/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "woodstock/random.hpp"

namespace woodstock {

std::optional<double> Simulation::Goal::mean() const {
  if (count == 0) return std::nullopt;
  return static_cast<double>(sum) / static_cast<double>(count);
}

std::optional<double> Simulation::Goal::deviation() const {
  if (count < 2) return std::nullopt;
  const auto n = static_cast<double>(count);
  const auto total = static_cast<double>(sum);
  return std::sqrt(std::max(0.0, static_cast<double>(squares) - total * total / n) / (n - 1));
}

void Simulation::add(const Playout& playout) {
  ++playouts;
  steps += playout.steps;
  cut_short += playout.end == PlayoutEnd::kStepLimit;
  stuck += playout.end == PlayoutEnd::kNoMove;
  goals.resize(playout.goals.size());
  for (std::size_t r = 0; r < goals.size(); ++r)
    if (const auto value = playout.goals[r]) {
      ++goals[r].count;
      goals[r].sum += *value;
      goals[r].squares += static_cast<std::int64_t>(*value) * *value;
    }
}

void Simulation::add(const Simulation& other) {
  playouts += other.playouts;
  steps += other.steps;
  cut_short += other.cut_short;
  stuck += other.stuck;
  goals.resize(std::max(goals.size(), other.goals.size()));
  for (std::size_t r = 0; r < other.goals.size(); ++r) {
    goals[r].count += other.goals[r].count;
    goals[r].sum += other.goals[r].sum;
    goals[r].squares += other.goals[r].squares;
  }
}

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

}  // namespace woodstock
