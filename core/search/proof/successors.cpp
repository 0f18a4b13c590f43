#include "search/proof/successors.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace woodstock::search::proof {

namespace {

constexpr std::size_t kJoints = 4096;  // a stage with more is left alone
constexpr std::uint32_t kTrials = 64;

}  // namespace

SuccessorMaker::SuccessorMaker(const Engines& engines, std::uint32_t role, Engine engine)
    : engines_(engines),
      role_(role),
      roles_(engines.role_count()),
      engine_(engines.lanes ? engine : Engine::kStepper),
      stepper_(engines.stepper),
      scratch_(lanes::make_lane_scratch()),
      goals_(roles_),
      counts_(roles_),
      legal_(roles_) {
  fluents_ = stepper_.initial().fluent_count();
  words_ = State::words_for(fluents_);
}

void SuccessorMaker::expand(std::span<const std::uint64_t> state, Successors& result) {
  using Time = std::chrono::steady_clock;
  if (engine_ == Engine::kLanes) {
    if (!expand_in_lanes(state, result)) expand_by_stepper(state, result);
    return;
  }
  if (engine_ == Engine::kStepper) return expand_by_stepper(state, result);
  const auto begin = Time::now();
  const bool lanes = trials_ % 2 == 0;
  if (!lanes || !expand_in_lanes(state, result)) expand_by_stepper(state, result);
  // The first in lanes compiles what it needs.
  if (trials_ >= 2) seconds_[!lanes] += std::chrono::duration<double>(Time::now() - begin).count();
  if (++trials_ == kTrials) engine_ = seconds_[0] <= seconds_[1] ? Engine::kLanes : Engine::kStepper;
}

// The numbering of joint moves from `counts_`: the last role's moves run fastest.
void SuccessorMaker::number(Successors& result) {
  result.others.assign(1, 0);
  result.own = result.chance = 1;
  result.own_stride = result.chance_stride = 0;
  result.mover = 0;
  std::uint32_t stride = 1;
  for (auto role = roles_; role-- > 0;) {
    if (role == role_) {
      result.own = counts_[role];
      result.own_stride = stride;
    } else if (static_cast<std::int32_t>(role) == engines_.chance_role) {
      result.chance = counts_[role];
      result.chance_stride = stride;
    } else if (counts_[role] > 1) {
      result.mover = role;
      const auto before = result.others.size();
      for (std::uint32_t move = 1; move < counts_[role]; ++move)
        for (std::size_t i = 0; i < before; ++i) result.others.push_back(result.others[i] + move * stride);
    }
    stride *= counts_[role];
  }
}

// False where some role has no legal move, which the stepper handles.
bool SuccessorMaker::expand_in_lanes(std::span<const std::uint64_t> state, Successors& result) {
  result.too_many = false;
  try {
    engines_.lanes->expand(*scratch_, state, expansion_, kJoints);
  } catch (const std::length_error&) {
    result.too_many = true;
    return true;
  }
  result.terminal = expansion_.terminal;
  if (result.terminal) {
    result.goal = std::max(expansion_.goals[role_], 0);
    return true;
  }
  const auto joints = expansion_.moves.size() / roles_;
  auto block = joints;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    const auto move = [&](std::size_t joint) { return expansion_.moves[joint * roles_ + role]; };
    if (move(0) < 0) return false;
    std::size_t run = 1;
    while (run < block && move(run) == move(0)) ++run;
    counts_[role] = static_cast<std::uint32_t>(block / run);
    block = run;
  }
  number(result);
  result.moves.resize(joints * roles_);
  for (std::size_t i = 0; i < result.moves.size(); ++i)
    result.moves[i] = static_cast<std::uint32_t>(expansion_.moves[i]) - engines_.role_begin[i % roles_];
  std::swap(result.states, expansion_.successors);
  std::swap(result.terminals, expansion_.successor_terminal);
  result.goals.resize(joints);
  for (std::size_t joint = 0; joint < joints; ++joint)
    result.goals[joint] = std::max(expansion_.successor_goals[joint * roles_ + role_], 0);
  return true;
}

void SuccessorMaker::expand_by_stepper(std::span<const std::uint64_t> state, Successors& result) {
  const auto here = State::of_words(fluents_, state);
  const auto goal = [&] {
    stepper_.goals(goals_);
    return std::max(goals_[role_].value_or(0), 0);
  };
  stepper_.load(here);
  result.too_many = false;
  result.terminal = stepper_.terminal();
  std::size_t joints = 1;
  for (std::uint32_t role = 0; role < roles_ && !result.terminal; ++role) {
    legal_[role] = stepper_.legal(role);
    counts_[role] = static_cast<std::uint32_t>(legal_[role].size());
    result.terminal = counts_[role] == 0;
    joints = std::min(joints * counts_[role], kJoints + 1);
  }
  if (result.terminal) {
    result.goal = goal();
    return;
  }
  if (joints > kJoints) {
    result.too_many = true;
    return;
  }
  number(result);
  result.moves.resize(joints * roles_);
  result.states.resize(joints * words_);
  result.terminals.resize(joints);
  result.goals.resize(joints);
  for (std::size_t joint = 0; joint < joints; ++joint) {
    auto rest = joint;
    for (auto role = roles_; role-- > 0;) {
      result.moves[joint * roles_ + role] = legal_[role][rest % counts_[role]];
      rest /= counts_[role];
    }
    if (joint > 0) stepper_.load(here);
    stepper_.advance(std::span(result.moves).subspan(joint * roles_, roles_));
    const auto next = stepper_.state();
    std::ranges::copy(next.words(), result.states.begin() + static_cast<std::ptrdiff_t>(joint * words_));
    result.terminals[joint] = stepper_.terminal();
    result.goals[joint] = goal();
  }
}

}  // namespace woodstock::search::proof
