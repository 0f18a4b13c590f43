// Random playouts in the lanes: what a state is worth is the mean of the goals they end with.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanes/lanes.hpp"
#include "search/evaluator.hpp"

namespace woodstock::search {

class Playouts final : public Evaluator {
 public:
  // A playout that is not over after `horizon` steps counts with its goals as they are.
  Playouts(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t horizon,
           lanes::LanePolicy policy = lanes::LanePolicy::kUniform);

  bool evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) override;

 private:
  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t horizon_;
  lanes::LanePolicy policy_;
  lanes::LaneScratchPointer scratch_;
  std::vector<lanes::LaneStart> starts_;
  lanes::LaneTotals totals_;
};

// The limits of playouts under a budget.
lanes::LaneLimits lane_limits(const Budget& budget, std::uint32_t horizon);

}  // namespace woodstock::search
