// Random playouts in the lanes: what a state is worth is the mean of the goals they end with.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanes/lanes.hpp"
#include "lanes/preferred_play.hpp"
#include "search/evaluator.hpp"

namespace woodstock::search {

class Playouts final : public Evaluator {
 public:
  // A playout that is not over after `horizon` steps counts with its goals as they are. Preferences, if there
  // are any, take the place of the policy.
  Playouts(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t horizon,
           lanes::LanePolicy policy = lanes::LanePolicy::kUniform,
           std::shared_ptr<const lanes::PreferredPlay> preferred = {});

  bool evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) override;

 private:
  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t horizon_;
  lanes::LanePolicy policy_;
  std::shared_ptr<const lanes::PreferredPlay> preferred_;  // null: as the policy says
  lanes::LaneScratchPointer scratch_;
  std::vector<lanes::LaneStart> starts_;
  lanes::LaneTotals totals_;
};

// The limits of playouts under a budget.
lanes::LaneLimits lane_limits(const Budget& budget, std::uint32_t horizon);

}  // namespace woodstock::search
