#include "search/expander.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::search {

using namespace lanes;

namespace {

// Up to here all successors of a stage are made at once.
constexpr std::size_t kJointsAtOnce = 512;
constexpr std::size_t kPositionsAtOnce = 65536;

}  // namespace

Expander::Expander(const Engines& engines)
    : engines_(engines),
      roles_(engines.role_count()),
      stepper_(engines.stepper),
      goals_(roles_),
      scratch_(make_lane_scratch()),
      positions_(engines.positions ? engines.positions->expander() : nullptr) {}

void Expander::read_status(Stage& stage) {
  stage.terminal = stepper_.terminal();
  for (std::uint32_t role = 0; role < roles_ && !stage.terminal; ++role)
    stage.terminal = stepper_.legal_count(role) == 0;
  if (!stage.terminal) return;
  stepper_.goals(goals_);
  stage.rewards.resize(roles_);
  for (std::uint32_t role = 0; role < roles_; ++role) stage.rewards[role] = goals_[role].value_or(0) / 100.0;
}

bool Expander::expand_in_lanes(const State& state, Stage& stage) {
  try {
    engines_.lanes->expand(*scratch_, state.words(), expansion_, kJointsAtOnce);
  } catch (const std::length_error&) {
    return false;
  }
  return read_expansion(state, stage);
}

bool Expander::read_expansion(const State& state, Stage& stage) const {
  const auto reward = [](std::int32_t goal) { return std::max(goal, 0) / 100.0; };
  const auto joints = expansion_.terminal ? 0 : expansion_.moves.size() / roles_;
  stage.terminal = expansion_.terminal;
  stage.moves.clear();
  stage.first.assign(1, 0);
  stage.rewards.clear();
  for (const auto goal : expansion_.goals) stage.rewards.push_back(reward(goal));
  stage.successors.clear();
  if (stage.terminal) return true;
  auto stride = joints;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    const auto move = [&](std::size_t joint) { return expansion_.moves[joint * roles_ + role]; };
    if (move(0) < 0) return false;
    const auto block = stride;
    // Moves ascend: a role's run of equal moves ends where its next move begins.
    std::size_t run = 1;
    while (run < block && move(run) == move(0)) ++run;
    for (std::size_t joint = 0; joint < block; joint += run)
      stage.moves.push_back(static_cast<std::uint32_t>(move(joint)) - engines_.role_begin[role]);
    stage.first.push_back(static_cast<std::uint32_t>(stage.moves.size()));
    stride = run;
  }
  const auto words = State::words_for(state.fluent_count());
  for (std::size_t joint = 0; joint < joints; ++joint)
    stage.successors.push_back(State::of_words(
        state.fluent_count(), std::span(expansion_.successors).subspan(joint * words, words)));
  stage.successor_terminal = expansion_.successor_terminal;
  stage.odds = expansion_.odds;
  stage.successor_rewards.clear();
  for (const auto goal : expansion_.successor_goals) stage.successor_rewards.push_back(reward(goal));
  return true;
}

void Expander::expand(const State& state, Stage& stage) {
  if (positions_) {
    positions_->expand(state.words(), expansion_, kPositionsAtOnce);
    read_expansion(state, stage);
    return;
  }
  if (engines_.lanes && expand_in_lanes(state, stage)) return;
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

}  // namespace woodstock::search
