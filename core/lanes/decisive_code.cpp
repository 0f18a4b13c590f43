// What lanes compile when decisive moves are first asked for.
#include <memory>
#include <mutex>

#include "lanes/decisive_play.hpp"
#include "lanes/lanes.hpp"

namespace woodstock::lanes {

using namespace circuit;

const LaneCode& Lanes::code(std::uint32_t phase, LaneTask task, LanePolicy policy) const {
  if (policy == LanePolicy::kUniform) return code(phase, task);
  policy = decisive().available(policy);
  const auto* const moves = decisive().moves(policy, phase);
  if (moves == nullptr) return code(phase, task);
  const auto at = std::size_t{phase} * kLanePolicies + static_cast<std::size_t>(policy);
  return compiled(decisive_slots_[2 * at + (task == LaneTask::kRecord ? 1 : 0)],
                  [&] { return lower(*moves, layout_, task); });
}

const LaneCode* Lanes::threat_code(std::uint32_t phase) const {
  const auto* const moves = decisive().moves(LanePolicy::kWins, phase);
  if (moves == nullptr || !decisive().tells_threats()) return nullptr;
  return &compiled(threat_slots_[phase], [&] { return lower(*moves, layout_, LaneTask::kThreat); });
}

const DecisivePlay& Lanes::decisive() const {
  std::call_once(decisive_once_, [&] {
    decisive_ = std::make_unique<const DecisivePlay>(
        circuit_, phases_, [this](std::uint32_t phase) -> const Circuit& { return phase_circuit(phase); },
        layout_);
  });
  return *decisive_;
}

void Lanes::prepare(LanePolicy policy) const {
  if (policy == LanePolicy::kUniform) return;
  for (std::uint32_t phase = 0; phase < phases_.count(); ++phase) {
    code(phase, LaneTask::kPlay, policy);
    threat_code(phase);
  }
}

}  // namespace woodstock::lanes
