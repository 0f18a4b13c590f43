// Seconds as Python gives them, and when they are over.
#pragma once

#include <optional>

#include "base/deadline.hpp"

namespace woodstock::bindings {

inline Deadline deadline_of(std::optional<double> seconds) {
  return seconds ? Deadline::in(*seconds) : Deadline::never();
}

}  // namespace woodstock::bindings
