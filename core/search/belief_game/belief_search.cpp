#include "search/belief_game/belief_search.hpp"

#include <algorithm>
#include <utility>

namespace woodstock::search::belief_game {

namespace {

// Steps of states that cost as much as a simulation, about, with what the search of a tree does around it.
constexpr double kStepsASimulation = 16;
// Steps in which a belief that the search of a tree comes to must be solved, to be small.
constexpr std::uint64_t kSmall = 4096;
// Beliefs after the root that are tried, to see whether they are.
constexpr std::uint32_t kTries = 8;

}  // namespace

BeliefSearch::BeliefSearch(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t role, Make make,
                           double solving)
    : lanes_(std::move(lanes)),
      role_(role),
      make_(std::move(make)),
      solving_(solving),
      solver_(lanes_, role),
      belief_(lanes_->state_words()) {
  begin();
}

void BeliefSearch::begin() {
  search_ = nullptr;
  solution_ = nullptr;
  tried_ = false;
  game_ = std::make_shared<BeliefGame>(lanes_, role_);
  game_->set_memory(memory_ / 2);
  search_ = make_(game_->engines(), role_);
}

void BeliefSearch::set_belief(const belief::Belief& belief) {
  // Names are never given back while a tree may hold them; what was a sample once may be exact now.
  if (game_->bytes() > memory_ / 2 || !game_->table().exact()) begin();
  belief_ = belief;
  solution_ = nullptr;
  tried_ = false;
  search_->set_root(game_->position(belief));
}

// What is left of the budget.
Budget BeliefSearch::solve(const Budget& budget) {
  auto left = budget;
  SolvingLimits limits{.memory = memory_ / 2, .deadline = budget.end().part(solving_)};
  if (budget.simulations) {
    const auto share = solving_ * static_cast<double>(*budget.simulations);
    limits.steps = static_cast<std::uint64_t>(kStepsASimulation * share);
  }
  tried_ = true;
  solution_ = solver_.solve(belief_, game_->solved(), limits);
  const auto steps = solver_.steps();
  // The time for the root may be spent: this has a share of the rest.
  const bool small =
      solution_ == nullptr && solver_.solves_most_after(belief_, kSmall, kTries, budget.end().part(solving_));
  game_->solve_small(small ? kSmall : 0);
  if (left.simulations) {
    const auto spent = static_cast<double>(steps) / kStepsASimulation;
    *left.simulations -= std::min(*left.simulations, static_cast<std::uint64_t>(spent));
  }
  return left;
}

SearchEnd BeliefSearch::run(const Budget& budget) {
  memory_ = budget.memory / 2;
  if (game_->full().is_set()) {
    begin();
    search_->set_root(game_->position(belief_));
  }
  game_->set_memory(memory_ / 2);
  auto left = solving_ > 0 && !tried_ ? solve(budget) : budget;
  if (solution_ != nullptr) return SearchEnd::kSolved;
  game_->set_deadline(budget.end());
  left.memory = budget.memory / 2;
  left.solved = &game_->full();
  return search_->run(left);
}

void BeliefSearch::describe_solution(SearchReport& report) const {
  report.values = solution_->values;
  report.proven = true;
  for (std::size_t i = 0; i < report.moves.size(); ++i) {
    auto& move = report.moves[i];
    move.weight = move.move == solution_->best[role_] ? 1 : 0;
    if (move.weight == 0) continue;
    report.chosen = static_cast<std::uint32_t>(i);
    move.values = solution_->values;
    move.proven = true;
  }
}

SearchReport BeliefSearch::report() const {
  auto report = search_->report();
  report.line.clear();
  report.depth = (report.depth + 1) / 2;  // what is seen is a step of its own there
  if (solution_ != nullptr) describe_solution(report);
  if (exact()) return report;
  report.proven = false;
  for (auto& move : report.moves) move.proven = false;
  return report;
}

}  // namespace woodstock::search::belief_game
