#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "lanes/results.hpp"

namespace woodstock::bindings {

// What playouts gave, as Python sees it.
struct LaneOutcome {
  lanes::LaneTotals totals;
  lanes::LaneDetails details;
  std::size_t roles = 0;
  std::size_t moves = 0;
};

void bind_lane_outcome(nanobind::module_& module);

}  // namespace woodstock::bindings
