#include "lanes/preferred_play.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::lanes {

namespace {

bool fits(const Ranking& ranking, std::uint32_t fluents) {
  const auto& nodes = ranking.nodes;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const auto& node = nodes[i];
    if (node.fluent < 0
            ? node.rank >= kRanks
            : static_cast<std::uint32_t>(node.fluent) >= fluents || std::min(node.with, node.without) <= i ||
                  std::max(node.with, node.without) >= nodes.size())
      return false;
  }
  return !nodes.empty();
}

}  // namespace

PreferredPlay::PreferredPlay(std::shared_ptr<const Lanes> lanes, std::vector<Ranking> rankings,
                             LanePolicy policy)
    : lanes_(std::move(lanes)),
      rankings_(std::move(rankings)),
      policy_(policy == LanePolicy::kUniform ? policy : lanes_->decisive().available(policy)),
      slots_(2 * std::size_t{lanes_->phases().count() + 1}) {
  const auto& circuit = lanes_->circuit();
  if (rankings_.size() != circuit.move_count() ||
      !std::ranges::all_of(rankings_, [&](const Ranking& r) { return fits(r, circuit.fluent_count()); }))
    throw std::invalid_argument("these rankings are not of the game's moves");
}

const LaneCode& PreferredPlay::code(std::uint32_t phase, LaneTask task) const {
  auto& slot = slots_[2 * std::size_t{phase} + (task == LaneTask::kRecord ? 1 : 0)];
  std::call_once(slot.once, [&] {
    const auto* const decisive =
        policy_ == LanePolicy::kUniform ? nullptr : lanes_->decisive().moves(policy_, phase);
    slot.code = lanes_->compile(decisive != nullptr
                                    ? lower(*decisive, rankings_, lanes_->layout(), task)
                                    : lower(lanes_->phase_circuit(phase), rankings_, lanes_->layout(), task));
  });
  return *slot.code;
}

double PreferredPlay::price() const {
  double own = 0, even = 0;
  for (std::uint32_t phase = 0; phase < std::max(lanes_->phases().count(), 1U); ++phase) {
    own += code(phase, LaneTask::kPlay).cost;
    even += lanes_->code(phase, LaneTask::kPlay, policy_).cost;
  }
  return own / even;
}

}  // namespace woodstock::lanes
