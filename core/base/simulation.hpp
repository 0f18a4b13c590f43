// What random games amount to, whichever engine plays them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace woodstock {

enum class PlayoutEnd : std::uint8_t { kTerminal, kStepLimit, kNoMove };

struct Playout {
  std::uint32_t steps = 0;
  PlayoutEnd end = PlayoutEnd::kTerminal;
  std::vector<std::optional<std::int32_t>> goals;  // per role, where exactly one value holds at the end
};

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

}  // namespace woodstock
