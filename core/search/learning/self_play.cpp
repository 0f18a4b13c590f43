#include "search/learning/self_play.hpp"

#include <algorithm>

#include "base/state.hpp"

namespace woodstock::search::learning {

using namespace lanes;

SelfPlay::SelfPlay(std::shared_ptr<const Lanes> lanes, const LearnerOptions& options, std::uint64_t seed)
    : lanes_(std::move(lanes)), options_(options), random_(mix64(seed)), lookahead_(lanes_) {
  const auto initial = State::of_bytes(lanes_->circuit().initial);
  initial_.assign(initial.words().begin(), initial.words().end());
  games_.resize(options_.games);
  for (auto& game : games_) restart(game);
}

void SelfPlay::restart(Game& game) {
  game.state = initial_;
  game.opening = random_.below(options_.opening + 1);
  game.plies = 0;
  game.states.clear();
  game.values.clear();
  game.on_policy.clear();
}

bool SelfPlay::ply(const LinearEvaluation& evaluation, const Budget& budget, Harvest& harvest) {
  const auto heads = evaluation.heads();
  const auto roles = lanes_->circuit().role_count();
  states_.clear();
  questions_.clear();
  for (const auto& game : games_) {
    states_.insert(states_.end(), game.state.begin(), game.state.end());
    questions_.push_back({&evaluation, game.opening > 0 ? 0 : options_.width});
  }
  if (!lookahead_.judge(states_, questions_, random_, budget)) return false;
  outcome_.resize(heads);
  for (std::size_t i = 0; i < games_.size(); ++i) {
    auto& game = games_[i];
    const auto& judgement = lookahead_.judgements()[i];
    if (judgement.terminal || judgement.crowded) {  // a random opening may lead here, or rules without moves
      restart(game);
      continue;
    }
    const auto joint = judgement.first + choose(game, i);
    const auto& expansions = lookahead_.expansions();
    std::copy_n(expansions.successors.data() + joint * game.state.size(), game.state.size(),
                game.state.data());
    ++game.plies;
    const bool over = expansions.successor_terminal[joint];
    if (!over && game.plies < options_.plies) continue;
    if (over) {
      evaluation.payoffs().store(std::span(expansions.successor_goals).subspan(joint * roles, roles),
                                 outcome_.data());
    } else {
      std::copy_n(lookahead_.value(i), heads, outcome_.data());
    }
    reap(game, heads, harvest);
    restart(game);
  }
  return true;
}

std::size_t SelfPlay::choose(Game& game, std::size_t index) {
  const auto& judgement = lookahead_.judgements()[index];
  const auto& arms = judgement.arms;
  auto arm = judgement.best;
  bool random = false;
  if (game.opening > 0) {
    --game.opening;
    arm = random_.below(arms.count);
  } else {
    if (arms.count > 1 && random_.real() < options_.epsilon) {
      arm = random_.below(arms.count);
      random = arm != judgement.best;
    }
    const auto heads = outcome_.size();
    game.states.insert(game.states.end(), game.state.begin(), game.state.end());
    game.values.insert(game.values.end(), lookahead_.value(index), lookahead_.value(index) + heads);
    game.on_policy.push_back(!random);
  }
  return arms.joint(arm, random_.below(static_cast<std::uint32_t>(arms.outcomes)));
}

void SelfPlay::reap(const Game& game, std::uint32_t heads, Harvest& harvest) {
  const auto count = game.on_policy.size();
  const auto first = harvest.targets.size() / heads;
  const auto bootstrap = static_cast<float>(options_.bootstrap);
  harvest.states.insert(harvest.states.end(), game.states.begin(), game.states.end());
  harvest.targets.resize((first + count) * heads);
  ++harvest.ended;
  harvest.games.resize(first + count, reaped_++);
  auto taught = outcome_;
  for (auto t = count; t-- > 0;)
    for (std::uint32_t head = 0; head < heads; ++head) {
      const auto value = game.values[t * heads + head];
      taught[head] = game.on_policy[t] ? bootstrap * value + (1 - bootstrap) * taught[head] : value;
      harvest.targets[(first + t) * heads + head] = taught[head];
    }
  for (std::size_t t = 0; t < count; ++t)
    harvest.outcomes.insert(harvest.outcomes.end(), outcome_.begin(), outcome_.end());
}

}  // namespace woodstock::search::learning
