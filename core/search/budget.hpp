// What a search may use: time, simulations, threads and memory. Without a deadline and without a number of
// simulations it runs until it is stopped or the root is solved.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/deadline.hpp"

namespace woodstock::search {

// Set by another thread to end a run early.
class StopFlag {
 public:
  void set() { set_.store(true, std::memory_order_relaxed); }
  void clear() { set_.store(false, std::memory_order_relaxed); }
  bool is_set() const { return set_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& flag() const { return set_; }

 private:
  std::atomic<bool> set_{false};
};

struct Budget {
  using Time = std::chrono::steady_clock;

  std::optional<Time::time_point> deadline;
  // Playouts, or visits that end in a solved stage, of this run. With a number of simulations, a seed and a
  // number of threads a run is repeatable, as long as no deadline or flag ends it first.
  std::optional<std::uint64_t> simulations;
  const StopFlag* stop = nullptr;
  const StopFlag* solved = nullptr;  // set by a search of the same root that has solved it
  std::uint32_t threads = 1;
  std::uint64_t seed = 0;
  std::size_t memory = std::size_t{1} << 30;  // bytes of the tree, never exceeded

  bool stopped() const {
    return (stop != nullptr && stop->is_set()) || (solved != nullptr && solved->is_set());
  }
  bool out_of_time() const { return stopped() || (deadline && Time::now() >= *deadline); }
  // When a run has to end, for those who know nothing of simulations.
  Deadline end() const { return {deadline, stop == nullptr ? nullptr : &stop->flag()}; }
  bool spent(std::uint64_t done) const { return simulations && done >= *simulations; }
};

}  // namespace woodstock::search
