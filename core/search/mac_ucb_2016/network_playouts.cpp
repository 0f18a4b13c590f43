#include "search/mac_ucb_2016/network_playouts.hpp"

#include <stdexcept>

namespace woodstock::search::mac_ucb_2016 {

bool NetworkPlayouts::over(const State& state, std::vector<double>& rewards) {
  if (!solver_.inject(state.words()))
    throw std::invalid_argument("the state does not fit the stage's network");
  const auto roles = solver_.stage().role_count();
  rewards.assign(roles, 0);
  if (!solver_.terminal()) return false;
  for (std::uint32_t role = 0; role < roles; ++role) rewards[role] = solver_.score(role).value_or(0) / 100.0;
  return true;
}

bool NetworkPlayouts::legal(const State& state, const Deadline& deadline, std::vector<double>& rewards,
                            std::vector<std::vector<std::uint32_t>>& moves) {
  moves.assign(solver_.stage().role_count(), {});
  if (over(state, rewards)) return false;
  if (!solver_.settle()) return false;
  if (singleton_) {
    const auto result = solver_.singleton_actions(deadline);
    if (!result.complete) throw OutOfTime();
    if (!result.consistent) return false;
  }
  for (std::uint32_t role = 0; role < moves.size(); ++role) moves[role] = solver_.legal(role);
  return true;
}

void NetworkPlayouts::remember(std::uint64_t key, const std::vector<double>& rewards) {
  if (explored_ == nullptr) return;
  explored_->add(key, rewards);
  auto values = rewards;
  for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
    if (!explored_->note(step->key, step->counts, step->joint, values)) return;
    const auto* known = explored_->find(step->key);
    if (known == nullptr) return;
    values = *known;
  }
}

void NetworkPlayouts::run(const State& from, Random& random, const Deadline& deadline,
                          std::vector<double>& rewards) {
  path_.clear();
  auto state = from;
  std::vector<std::vector<std::uint32_t>> moves;
  for (std::uint32_t steps = 0; steps < horizon_; ++steps) {
    if (deadline.passed()) throw OutOfTime();
    if (explored_ != nullptr)
      if (const auto* known = explored_->find(state.hash())) {
        rewards = *known;
        return remember(state.hash(), rewards);
      }
    if (!legal(state, deadline, rewards, moves)) return remember(state.hash(), rewards);
    Step step{state.hash(), {}, 0};
    std::vector<std::uint32_t> joint;
    for (const auto& choices : moves) {
      const auto count = static_cast<std::uint32_t>(choices.size());
      const auto choice = random.below(count);
      joint.push_back(choices[choice]);
      step.counts.push_back(count);
      step.joint = step.joint * count + choice;
    }
    if (!solver_.play(joint)) throw std::logic_error("a consistent joint action has no successor");
    state = State::of_words(solver_.stage().fluent_count(), solver_.successor());
    path_.push_back(std::move(step));
  }
  if (!over(state, rewards)) return;
  remember(state.hash(), rewards);
}

}  // namespace woodstock::search::mac_ucb_2016
