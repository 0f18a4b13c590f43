#include "search/puzzle/puzzle.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/zobrist.hpp"

namespace woodstock::search::puzzle {

using namespace circuit;
using namespace stepper;

std::vector<std::uint32_t> clock_fluents(const Circuit& circuit) {
  std::vector<std::uint8_t> clock(circuit.fluent_count(), 1);
  std::vector<std::uint8_t> moved(
      circuit.node_count());  // depends on a move, or on a fluent that is no clock
  for (bool changed = true; changed;) {
    for (std::uint32_t node = 1; node < circuit.node_count(); ++node) {
      if (circuit.is_fluent(node)) {
        moved[node] = !clock[node - 1];
      } else if (circuit.is_move(node)) {
        moved[node] = 1;
      } else {
        const auto inputs = circuit.inputs(node);
        moved[node] =
            std::any_of(inputs.begin(), inputs.end(), [&](Signal s) { return moved[node_of(s)] != 0; });
      }
    }
    changed = false;
    for (std::uint32_t fluent = 0; fluent < circuit.fluent_count(); ++fluent)
      if (clock[fluent] && moved[node_of(circuit.next[fluent])]) {
        clock[fluent] = 0;
        changed = true;
      }
  }
  std::vector<std::uint32_t> fluents;
  for (std::uint32_t fluent = 0; fluent < circuit.fluent_count(); ++fluent)
    if (clock[fluent]) fluents.push_back(fluent);
  return fluents;
}

PuzzleSearch::PuzzleSearch(const Engines& engines, const Circuit& circuit)
    : stepper_(engines.stepper), moves_(circuit.move_count()), highest_(0), clocks_(clock_fluents(circuit)) {
  if (circuit.role_count() != 1) throw std::invalid_argument("a puzzle has one role");
  for (const auto& goal : circuit.goals) highest_ = std::max(highest_, goal.value);
}

std::uint64_t PuzzleSearch::key(const State& state) const {
  auto hash = state.hash();
  if (!exact_)
    for (const auto fluent : clocks_)
      if (state.holds(fluent)) hash ^= zobrist(fluent);
  return hash;
}

std::int32_t PuzzleSearch::goal_here() {
  const auto goals = stepper_.goals(0);
  return goals.empty() ? 0 : *std::min_element(goals.begin(), goals.end());
}

void PuzzleSearch::restart() {
  visited_.clear();
  seen_.clear();
  next_ = 0;
  exhausted_ = false;
  seen_.insert(key(root_));
  visited_.push_back({root_, 0, 0});
}

void PuzzleSearch::set_root(const State& state) {
  if (!visited_.empty() && state == root_) return;
  root_ = state;
  const auto found = std::find(states_found_.begin(), states_found_.end(), state);
  if (found != states_found_.end()) {
    position_ = static_cast<std::size_t>(found - states_found_.begin());
  } else {
    best_ = -1;
    moves_found_.clear();
    states_found_.clear();
    position_ = 0;
  }
  exact_ = false;
  samples_ = 0;
  restart();
}

void PuzzleSearch::keep(std::vector<std::uint32_t> moves, std::int32_t goal) {
  if (goal <= best_) return;
  best_ = goal;
  moves_found_ = std::move(moves);
  states_found_.clear();
  position_ = 0;
  stepper_.load(root_);
  for (const auto move : moves_found_) {
    states_found_.push_back(stepper_.state());
    stepper_.advance(std::span(&move, 1));
  }
}

bool PuzzleSearch::offer(std::span<const std::uint32_t> moves) {
  stepper_.load(root_);
  for (const auto move : moves) {
    if (stepper_.terminal() || !stepper_.is_legal(0, move)) return false;
    stepper_.advance(std::span(&move, 1));
  }
  if (!stepper_.terminal()) return false;
  const auto goal = goal_here();
  if (goal <= best_) return false;
  keep({moves.begin(), moves.end()}, goal);
  return true;
}

std::vector<std::uint32_t> PuzzleSearch::line() const {
  return {moves_found_.begin() + static_cast<std::ptrdiff_t>(position_), moves_found_.end()};
}

bool PuzzleSearch::widen(std::uint64_t count, const Budget& budget) {
  constexpr std::uint32_t kStepsBetweenLooks = 256;
  const auto room = budget.memory / (sizeof(Visited) + 64 + root_.word_count() * 8);
  std::uint32_t steps = 0;
  for (; count > 0 && next_ < visited_.size() && visited_.size() < room; --count, ++next_) {
    const State here = visited_[next_].state;
    stepper_.load(here);
    const auto legal = stepper_.legal(0);
    ++samples_;
    for (const auto move : legal) {
      // In the middle of a state, too: some have thousands of moves. Its moves are all tried again later.
      if (++steps % kStepsBetweenLooks == 0 && budget.out_of_time()) return true;
      stepper_.load(here);
      stepper_.advance(std::span(&move, 1));
      if (stepper_.terminal()) {
        const auto goal = goal_here();
        if (goal <= best_) continue;
        std::vector<std::uint32_t> moves{move};
        for (auto at = next_; at != 0; at = visited_[at].parent) moves.push_back(visited_[at].move);
        std::reverse(moves.begin(), moves.end());
        keep(std::move(moves), goal);
        if (solved()) return true;
        continue;
      }
      auto state = stepper_.state();
      if (seen_.insert(key(state)).second)
        visited_.push_back({std::move(state), static_cast<std::uint32_t>(next_), move});
    }
  }
  return next_ < visited_.size() && visited_.size() < room;
}

void PuzzleSearch::roll_out(const std::vector<float>& policy, Rollout& rollout, const Budget& budget) {
  constexpr std::uint32_t kLongest = 2000;
  rollout.moves.clear();
  rollout.legal.clear();
  rollout.begin.assign(1, 0);
  stepper_.load(root_);
  std::vector<double> sums;
  while (!stepper_.terminal() && rollout.moves.size() < kLongest) {
    const auto legal = stepper_.legal(0);
    if (legal.empty()) break;
    const auto step = static_cast<std::uint32_t>(rollout.moves.size());
    sums.clear();
    double sum = 0;
    for (const auto move : legal)
      sums.push_back(sum += std::exp(static_cast<double>(policy[code(step, move)])));
    const auto at = std::upper_bound(sums.begin(), sums.end(), random_.real() * sum) - sums.begin();
    const auto move = legal[std::min<std::size_t>(static_cast<std::size_t>(at), legal.size() - 1)];
    rollout.moves.push_back(move);
    rollout.legal.insert(rollout.legal.end(), legal.begin(), legal.end());
    rollout.begin.push_back(static_cast<std::uint32_t>(rollout.legal.size()));
    stepper_.advance(std::span(&move, 1));
    if (step % 64 == 63 && budget.out_of_time()) break;
  }
  ++samples_;
  deepest_ = std::max(deepest_, static_cast<std::uint32_t>(rollout.moves.size()));
  const bool over = stepper_.terminal();
  const auto goal = over ? goal_here() : 0;
  // Where the goals do not tell lines apart, the longer one: play that ends by getting stuck got further.
  rollout.score = goal + 1e-3 * static_cast<double>(rollout.moves.size());
  least_score_ = std::min(least_score_, rollout.score);
  greatest_score_ = std::max(greatest_score_, rollout.score);
  if (over && goal > best_) keep(rollout.moves, goal);
}

void PuzzleSearch::adapt_policy(std::vector<float>& policy, const Rollout& rollout) const {
  constexpr float kRate = 1.0F;
  std::vector<float> changed;
  for (std::uint32_t step = 0; step < rollout.moves.size(); ++step) {
    const auto begin = rollout.begin[step], end = rollout.begin[step + 1];
    double sum = 0;
    for (auto i = begin; i < end; ++i)
      sum += std::exp(static_cast<double>(policy[code(step, rollout.legal[i])]));
    changed.clear();
    for (auto i = begin; i < end; ++i)
      changed.push_back(
          static_cast<float>(std::exp(static_cast<double>(policy[code(step, rollout.legal[i])])) / sum));
    for (auto i = begin; i < end; ++i) policy[code(step, rollout.legal[i])] -= kRate * changed[i - begin];
    policy[code(step, rollout.moves[step])] += kRate;
  }
}

void PuzzleSearch::nest(std::uint32_t level, std::vector<float>& policy, Rollout& best,
                        const Budget& budget) {
  if (level == 0) return roll_out(policy, best, budget);
  constexpr std::uint32_t kTries = 60;
  best.score = -1;
  Rollout rollout;
  std::vector<float> own = policy;
  for (std::uint32_t i = 0; i < kTries && !solved() && !budget.out_of_time(); ++i) {
    auto below = own;
    nest(level - 1, below, rollout, budget);
    if (rollout.score >= best.score) std::swap(best, rollout);
    adapt_policy(own, best);
  }
}

SearchEnd PuzzleSearch::run(const Budget& budget) {
  stepper_.load(root_);
  if (stepper_.terminal() || solved()) return SearchEnd::kSolved;
  const auto begun = samples_;
  random_ = Random(budget.seed);
  while (true) {
    if (solved()) return SearchEnd::kSolved;
    if (budget.stopped()) return SearchEnd::kStopped;
    if (budget.out_of_time()) return SearchEnd::kDeadline;
    if (budget.spent(samples_ - begun)) return SearchEnd::kSimulations;
    // Rollouts that all end alike give the policy nothing to learn; a table that grows and grows finds
    // little.
    const bool learning = rounds_ == 0 || signal_;
    if (!exhausted_ && !widen(learning && visited_.size() > 200'000 ? 2'000 : 20'000, budget)) {
      const bool complete = next_ >= visited_.size();
      if (complete && (exact_ || clocks_.empty())) return SearchEnd::kSolved;  // every state seen
      exhausted_ = true;
      if (!exact_ && complete) {
        exact_ = true;
        restart();
      }
    }
    if (solved() || budget.out_of_time()) continue;
    if (!learning && !exhausted_ && ++skipped_ % 16 != 0) continue;
    ++rounds_;
    least_score_ = 1e9;
    greatest_score_ = -1;
    by_step_ = rounds_ % 2 == 0 && moves_ <= 4096;
    std::vector<float> policy(by_step_ ? std::size_t{kSteps} * moves_ : moves_, 0.0F);
    Rollout best;
    nest(rounds_ % 8 == 7 && signal_ ? 3 : 2, policy, best, budget);
    signal_ = greatest_score_ > least_score_;
  }
}

SearchReport PuzzleSearch::report() const {
  SearchReport report;
  auto& stepper = const_cast<Stepper&>(stepper_);
  stepper.load(root_);
  const auto moves = line();
  for (const auto move : stepper.legal(0)) {
    MoveReport entry;
    entry.move = move;
    if (!moves.empty() && move == moves[0]) {
      report.chosen = static_cast<std::uint32_t>(report.moves.size());
      entry.values = {static_cast<double>(best_)};
      entry.proven = solved();
      entry.visits = std::max<std::uint64_t>(1, samples_);
      entry.weight = 1;
    }
    report.moves.push_back(std::move(entry));
  }
  if (!report.moves.empty() && moves.empty()) report.moves[0].weight = 1;
  if (best_ >= 0) report.values = {static_cast<double>(best_)};
  report.proven = solved();
  report.samples = samples_;
  report.stages = next_;
  report.nodes = visited_.size();
  report.depth = deepest_;
  for (const auto move : moves) report.line.push_back({move});
  return report;
}

}  // namespace woodstock::search::puzzle
