#include "search/engines.hpp"

#include <algorithm>
#include <mutex>

#include "circuit/legal_fluents.hpp"

namespace woodstock::search {

using namespace circuit;
using namespace lanes;

struct Engines::WithLegalFluents {
  std::once_flag once;
  std::shared_ptr<const Engines> engines;
};

Engines::Engines(const Circuit& circuit, bool with_lanes)
    : stepper(circuit),
      lanes(with_lanes ? std::make_shared<const Lanes>(circuit) : nullptr),
      chance_role(circuit.chance_role()),
      best_reward(circuit.role_count(), 0),
      goal_values(circuit.role_count()),
      with_legal_fluents_(std::make_shared<WithLegalFluents>()) {
  for (std::uint32_t role = 0; role <= circuit.role_count(); ++role)
    role_begin.push_back(circuit.role_begin(role));
  for (const auto& goal : circuit.goals) {
    best_reward[goal.role] = std::max(best_reward[goal.role], goal.value / 100.0);
    goal_values[goal.role].push_back(goal.value);
  }
  for (auto& values : goal_values) {
    std::ranges::sort(values);
    const auto repeated = std::ranges::unique(values);
    values.erase(repeated.begin(), repeated.end());
  }
}

Engines Engines::without_lanes() const {
  auto copy = *this;
  copy.lanes = nullptr;
  return copy;
}

std::shared_ptr<const Engines> Engines::with_legal_fluents() const {
  if (!lanes || lanes->circuit().move_count() > kMostLegalFluents) return nullptr;
  std::call_once(with_legal_fluents_->once, [&] {
    with_legal_fluents_->engines =
        std::make_shared<const Engines>(circuit::with_legal_fluents(lanes->circuit()));
  });
  return with_legal_fluents_->engines;
}

}  // namespace woodstock::search
