#include "search/mac_ucb_2016/stage_tree.hpp"

#include <algorithm>
#include <utility>

namespace woodstock::search::mac_ucb_2016 {

namespace {

std::size_t bytes_of(const Stage& stage, std::uint32_t roles) {
  const auto numbers = roles * sizeof(double);
  std::size_t bytes = sizeof(Stage) + 2 * numbers + 8 * stage.state.word_count();
  for (const auto& arm : stage.arms)
    bytes += sizeof(Arm) + 2 * numbers + 4 * (2 * roles + arm.chance_moves.size());
  return bytes;
}

}  // namespace

void StageTree::plant(const State& state) {
  stages_.clear();
  auto& root = stages_.emplace_back();
  root.state = state;
  root.sums.assign(roles_, 0);
  root.value.assign(roles_, 0);
  bytes_ = bytes_of(root, roles_);
}

void StageTree::end(StageId id, std::vector<double> value) {
  auto& stage = stages_[id];
  stage.terminal = stage.explored = stage.solved = true;
  stage.value = std::move(value);
}

void StageTree::expand(StageId id, const stages::SolvedStage& solved) {
  bytes_ -= bytes_of(stages_[id], roles_);
  for (const auto& policy : solved.policies) {
    Arm arm;
    arm.moves = policy.moves;
    arm.chance = policy.chance;
    arm.first = static_cast<StageId>(stages_.size());
    arm.sums.assign(roles_, 0);
    for (const auto& outcome : policy.outcomes) {
      arm.chance_moves.push_back(outcome.chance_move);
      Stage child;
      child.state = State::of_words(stages_[id].state.fluent_count(), outcome.successor);
      child.parent = id;
      child.arm = static_cast<std::uint32_t>(stages_[id].arms.size());
      child.depth = stages_[id].depth + 1;
      child.sums.assign(roles_, 0);
      child.value = stages_[id].value;
      bytes_ += bytes_of(child, roles_);
      stages_.push_back(std::move(child));
    }
    stages_[id].arms.push_back(std::move(arm));
  }
  stages_[id].solved = true;
  stages_[id].pruned = solved.pruned > 0;
  stages_[id].complete = solved.complete && !stages_[id].pruned;
  bytes_ += bytes_of(stages_[id], roles_);
}

Valuation StageTree::valuation(StageId id) const {
  std::vector<Judged> policies;
  for (const auto& arm : stages_[id].arms) policies.push_back({arm.moves, arm.value});
  return Valuation(std::move(policies));
}

void StageTree::update(StageId id) {
  auto& stage = stages_[id];
  if (stage.arms.empty()) return;
  auto explored = stage.complete;
  for (auto& arm : stage.arms) {
    arm.value.assign(roles_, 0);
    for (std::uint32_t y = 0; y < arm.outcomes(); ++y) {
      const auto& child = stages_[arm.first + y];
      explored = explored && child.explored;
      for (std::uint32_t role = 0; role < roles_; ++role)
        arm.value[role] += child.value[role] / arm.outcomes();
    }
  }
  stage.explored = explored;
  stage.value = valuation(id).value();
}

void StageTree::back_up(StageId id) {
  for (; id != kNoStage; id = stages_[id].parent) update(id);
}

std::uint32_t StageTree::decider(StageId id, std::uint32_t own) const {
  for (; id != kNoStage; id = stages_[id].parent) {
    const auto found = valuation(id);
    if (const auto alone = found.decider()) return *alone;
    if (!found.deciders().empty()) return own;
  }
  return own;
}

std::optional<StageId> StageTree::find(const State& state, std::uint32_t depth) const {
  std::vector<StageId> level{0};
  for (std::uint32_t d = 0; d <= depth && !level.empty() && !stages_.empty(); ++d) {
    std::vector<StageId> next;
    for (const auto id : level) {
      if (stages_[id].state == state) return id;
      for (const auto& arm : stages_[id].arms)
        for (std::uint32_t y = 0; y < arm.outcomes(); ++y) next.push_back(arm.first + y);
    }
    level = std::move(next);
  }
  return std::nullopt;
}

void StageTree::keep(StageId root) {
  std::vector<Stage> kept;
  kept.push_back(std::move(stages_[root]));
  kept[0].parent = kNoStage;
  for (StageId id = 0; id < kept.size(); ++id)
    for (std::size_t a = 0; a < kept[id].arms.size(); ++a) {
      const auto first = static_cast<StageId>(kept.size());
      const auto old = std::exchange(kept[id].arms[a].first, first);
      const auto outcomes = kept[id].arms[a].outcomes();
      for (std::uint32_t y = 0; y < outcomes; ++y) {
        kept.push_back(std::move(stages_[old + y]));
        kept.back().parent = id;
      }
    }
  stages_ = std::move(kept);
  bytes_ = 0;
  for (const auto& stage : stages_) bytes_ += bytes_of(stage, roles_);
}

void StageList::insert(StageId id, double utility) {
  entries_.push_back({utility, id});
  std::push_heap(entries_.begin(), entries_.end());
}

StageId StageList::take_best() {
  std::pop_heap(entries_.begin(), entries_.end());
  const auto best = entries_.back().id;
  entries_.pop_back();
  return best;
}

}  // namespace woodstock::search::mac_ucb_2016
