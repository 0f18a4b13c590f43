#include "lanes/scratch.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace woodstock::lanes {

void LaneScratchDeleter::operator()(LaneScratch* scratch) const { delete scratch; }

LaneScratchPointer make_lane_scratch() { return LaneScratchPointer(new LaneScratch()); }

void LaneScratch::fit(const Lanes& lanes, std::uint32_t scratch_rows) {
  const auto fluents = lanes.circuit().fluent_count();
  const auto needed = std::size_t{2} * fluents + scratch_rows;
  if (owner != lanes.identity()) {
    owner = lanes.identity();
    frame.assign(std::max(needed, frame.size()), {});
    set_rows.clear();
  }
  if (frame.size() < needed) frame.resize(needed);
  current = frame.data();
  next = current + fluents;
  rows = next + fluents;
  rows[Builder::kZeroRow] = {};
  rows[Builder::kOnesRow] = Word256::all();
  const auto roles = lanes.circuit().role_count();
  if (goals.size() < kLanes * roles) goals.resize(kLanes * roles);
  if (no_fluents.size() < lanes.state_words()) no_fluents.resize(lanes.state_words(), 0);
  if (all_rows.size() < fluents) {
    all_rows.resize(fluents);
    std::iota(all_rows.begin(), all_rows.end(), 0);
  }
}

void LaneScratch::clear_given() {
  for (const auto row : set_rows) rows[row] = {};
  set_rows.clear();
}

void LaneScratch::advance(const Lanes& lanes) {
  if (lanes.machine()) {
    std::swap(current, next);
  } else {
    std::copy_n(next, lanes.circuit().fluent_count(), current);
  }
}

}  // namespace woodstock::lanes
