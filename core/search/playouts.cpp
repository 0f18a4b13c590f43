#include "search/playouts.hpp"

namespace woodstock::search {

using namespace lanes;

LaneLimits lane_limits(const Budget& budget, std::uint32_t horizon) {
  LaneLimits limits{.max_steps = horizon};
  if (budget.deadline) limits.deadline = *budget.deadline;
  if (budget.stop != nullptr) limits.stop = &budget.stop->flag();
  return limits;
}

Playouts::Playouts(std::shared_ptr<const Lanes> lanes, std::uint32_t horizon, LanePolicy policy,
                   std::shared_ptr<const PreferredPlay> preferred)
    : lanes_(std::move(lanes)),
      horizon_(horizon),
      policy_(policy),
      preferred_(std::move(preferred)),
      scratch_(make_lane_scratch()) {}

bool Playouts::evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) {
  starts_.clear();
  for (const auto& question : inquiry.questions)
    starts_.push_back({question.state, question.playouts, {}, question.group});
  LaneWants wants;
  wants.all_moves = inquiry.moves;
  wants.groups = inquiry.groups;
  wants.policy = policy_;
  wants.preferred = preferred_.get();
  if (!lanes_->sample(*scratch_, starts_, inquiry.seed, totals_, lane_limits(budget, horizon_), wants))
    return false;
  estimates.weights.assign(totals_.playouts.begin(), totals_.playouts.end());
  estimates.sums.assign(totals_.sums.begin(), totals_.sums.end());
  estimates.passes = static_cast<double>(totals_.steps) / kLanes;
  estimates.move_weights.clear();
  estimates.move_sums.clear();
  if (inquiry.moves) {
    estimates.move_weights.assign(totals_.all_counts.begin(), totals_.all_counts.end());
    estimates.move_sums.assign(totals_.all_sums.begin(), totals_.all_sums.end());
  }
  return true;
}

}  // namespace woodstock::search
