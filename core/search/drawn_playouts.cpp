#include "search/drawn_playouts.hpp"

#include <utility>

#include "search/playouts.hpp"

namespace woodstock::search {

using namespace lanes;

DrawnPlayouts::DrawnPlayouts(std::shared_ptr<const Positions> positions, std::uint32_t horizon,
                             LanePolicy policy)
    : positions_(std::move(positions)), horizon_(horizon), policy_(policy), scratch_(make_lane_scratch()) {}

bool DrawnPlayouts::evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) {
  return play(inquiry.questions, inquiry.seed, budget, false, estimates);
}

bool DrawnPlayouts::play(std::span<const Question> questions, std::uint64_t seed, const Budget& budget,
                         bool moves, Estimates& estimates) {
  Random random(seed);
  starts_.clear();
  for (std::uint32_t q = 0; q < questions.size(); ++q) {
    const auto first = starts_.size();
    positions_->draw(questions[q].state, questions[q].playouts, random, starts_);
    for (auto i = first; i < starts_.size(); ++i) starts_[i].group = q;
  }
  LaneWants wants;
  wants.all_moves = moves;
  wants.groups = static_cast<std::uint32_t>(questions.size());
  wants.policy = policy_;
  const auto& lanes = *positions_->lanes();
  if (!lanes.sample(*scratch_, starts_, random(), totals_, lane_limits(budget, horizon_), wants))
    return false;
  const auto roles = lanes.circuit().role_count();
  estimates.weights.assign(questions.size(), 0);
  estimates.sums.assign(questions.size() * roles, 0);
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const auto group = starts_[i].group;
    estimates.weights[group] += static_cast<std::uint32_t>(totals_.playouts[i]);
    for (std::uint32_t role = 0; role < roles; ++role)
      estimates.sums[std::size_t{group} * roles + role] +=
          static_cast<double>(totals_.sums[i * roles + role]);
  }
  estimates.passes = static_cast<double>(totals_.steps) / kLanes;
  estimates.move_weights.clear();
  estimates.move_sums.clear();
  return true;
}

}  // namespace woodstock::search
