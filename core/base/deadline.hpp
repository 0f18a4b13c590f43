// When to stop: a point in time, a flag that another thread may raise, or both.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>

namespace woodstock {

struct Deadline {
  using Clock = std::chrono::steady_clock;

  std::optional<Clock::time_point> at;
  const std::atomic<bool>* stop = nullptr;

  static Deadline never() { return {}; }
  static Deadline in(double seconds) {
    return {
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)),
        nullptr};
  }
  // The end of a share of the time that is left.
  Deadline part(double share) const {
    if (!at) return *this;
    const auto now = Clock::now();
    return {std::min(*at, now + std::chrono::duration_cast<Clock::duration>(share * (*at - now))), stop};
  }
  bool passed() const {
    return (stop != nullptr && stop->load(std::memory_order_relaxed)) || (at && Clock::now() >= *at);
  }
};

// Thrown by computations that give nothing unless they are finished.
struct OutOfTime : std::runtime_error {
  OutOfTime() : std::runtime_error("out of time") {}
};

}  // namespace woodstock
