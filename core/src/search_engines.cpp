#include <algorithm>

#include "woodstock/search/engines.hpp"

namespace woodstock {

Engines::Engines(const Circuit& circuit)
    : stepper(circuit), chance_role(circuit.chance_role()), best_reward(circuit.role_count(), 0) {
  for (std::uint32_t role = 0; role <= circuit.role_count(); ++role)
    role_begin.push_back(circuit.role_begin(role));
  for (const auto& goal : circuit.goals)
    best_reward[goal.role] = std::max(best_reward[goal.role], goal.value / 100.0);
}

Expander::Expander(const Engines& engines)
    : roles_(engines.role_count()), stepper_(engines.stepper), goals_(roles_) {}

void Expander::read_status(Stage& stage) {
  stage.terminal = stepper_.terminal();
  for (std::uint32_t role = 0; role < roles_ && !stage.terminal; ++role)
    stage.terminal = stepper_.legal_count(role) == 0;
  if (!stage.terminal) return;
  stepper_.goals(goals_);
  stage.rewards.resize(roles_);
  for (std::uint32_t role = 0; role < roles_; ++role) stage.rewards[role] = goals_[role].value_or(0) / 100.0;
}

void Expander::expand(const State& state, Stage& stage) {
  stepper_.load(state);
  read_status(stage);
  stage.moves.clear();
  stage.first.assign(1, 0);
  stage.successors.clear();
  if (stage.terminal) return;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    const auto legal = stepper_.legal(role);
    stage.moves.insert(stage.moves.end(), legal.begin(), legal.end());
    stage.first.push_back(static_cast<std::uint32_t>(stage.moves.size()));
  }
}

State Expander::successor(const State& state, std::span<const std::uint32_t> moves, Stage& stage) {
  stepper_.load(state);
  stepper_.advance(moves);
  read_status(stage);
  return stepper_.state();
}

Sampler::Sampler(const Engines& engines, std::uint32_t horizon)
    : roles_(engines.role_count()), horizon_(horizon), stepper_(engines.stepper) {}

bool Sampler::sample(std::span<const Start> starts, Random& random, const Budget& budget,
                     std::vector<double>& means) {
  means.assign(starts.size() * roles_, 0);
  for (std::size_t start = 0; start < starts.size(); ++start) {
    for (std::uint32_t i = 0; i < starts[start].playouts; ++i) {
      stepper_.load(*starts[start].state);
      if (!stepper_.playout(random, horizon_, playout_, [&] { return budget.out_of_time(); })) return false;
      for (std::uint32_t role = 0; role < roles_; ++role)
        means[start * roles_ + role] += playout_.goals[role].value_or(0) / (100.0 * starts[start].playouts);
    }
  }
  return true;
}

}  // namespace woodstock
