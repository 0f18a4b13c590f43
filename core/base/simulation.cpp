#include "base/simulation.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace woodstock
