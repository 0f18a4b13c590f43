#include "search/minimax/minimax.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace woodstock::search::minimax {

using learning::LinearEvaluation;

namespace {

// With a deadline: the line is for the reader, and time is up when it is made.
constexpr auto kTimeForLine = std::chrono::milliseconds(1);

const Engines& with_lanes(const Engines& engines) {
  if (!engines.lanes) throw std::invalid_argument("minimax works in lanes: make engines with them");
  return engines;
}

std::shared_ptr<const LinearEvaluation> or_none(std::shared_ptr<const LinearEvaluation> evaluation,
                                                const Engines& engines) {
  if (evaluation) return evaluation;
  return std::make_shared<const LinearEvaluation>(learning::Contexts(), Payoffs::detect(*engines.lanes, 0),
                                                  engines.lanes->circuit().fluent_count());
}

}  // namespace

Minimax::Minimax(const Engines& engines, std::uint32_t role,
                 std::shared_ptr<const LinearEvaluation> evaluation, const Options& options)
    : engines_(with_lanes(engines)), role_(role), options_(options), search_(engines_, role, options) {
  search_.set_evaluation(or_none(std::move(evaluation), engines_));
}

void Minimax::set_evaluation(std::shared_ptr<const LinearEvaluation> evaluation) {
  search_.set_evaluation(or_none(std::move(evaluation), engines_));
  if (!arms_.empty()) reset();
}

void Minimax::set_root(const State& state) {
  if (!arms_.empty() && state == state_) return;
  state_ = state;
  search_.table().grow_older();
  evaluations_before_ = search_.evaluations();
  reset();
}

void Minimax::reset() {
  search_.expand_root(state_, root_);
  arms_.clear();
  order_.clear();
  line_.clear();
  depth_ = 0;
  complete_ = false;
  if (root_.own.terminal[0] || root_.own.crowded[0]) return;
  order_ = root_.order;
  arms_.resize(root_.arms.count);
  for (std::uint32_t arm = 0; arm < arms_.size(); ++arm) arms_[arm].score = root_.keys[arm];
}

SearchEnd Minimax::run(const Budget& budget) {
  if (arms_.empty()) return SearchEnd::kSolved;
  search_.begin(budget);
  const auto most = options_.depth > 0 ? options_.depth : kMostDepth;
  while (!solved() && depth_ < most)
    if (!iterate(depth_ + 1)) break;
  follow_line(budget);
  if (!search_.aborted()) return SearchEnd::kSolved;
  return budget.stopped()                                             ? SearchEnd::kStopped
         : budget.deadline && Budget::Time::now() >= *budget.deadline ? SearchEnd::kDeadline
                                                                      : SearchEnd::kSimulations;
}

bool Minimax::iterate(std::uint32_t depth) {
  auto alpha = -kInfinite;
  bool all_complete = true;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const auto arm = order_[k];
    const auto before = search_.stages();
    const auto ask = [&](Score low, Score high) {
      return search_.arm_value(root_, arm, depth - 1, low, high, 0, options_.forced);
    };
    auto value = k == 0 ? ask(alpha, kInfinite) : ask(alpha, alpha + 1);
    bool exact = k == 0;
    if (!search_.aborted() && k > 0 && value.score > alpha) {
      value = ask(alpha, kInfinite);
      exact = true;
    }
    arms_[arm].stages += search_.stages() - before;
    if (search_.aborted()) return false;
    arms_[arm].score = value.score;
    arms_[arm].exact = exact;
    arms_[arm].complete = value.complete;
    arms_[arm].depth = depth;
    all_complete = all_complete && value.complete;
    alpha = std::max(alpha, value.score);
    if (is_win(value.score)) break;
  }
  depth_ = depth;
  complete_ = all_complete;
  // The best move first; the others by what was spent on refuting them.
  const auto best = best_arm();
  std::ranges::stable_sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    if ((a == best) != (b == best)) return a == best;
    if (is_loss(arms_[a].score) != is_loss(arms_[b].score)) return is_loss(arms_[b].score);
    return arms_[a].stages > arms_[b].stages;
  });
  return true;
}

// Of the moves searched to the greatest depth the best, unless it is lost and another one may not be.
std::uint32_t Minimax::best_arm() const {
  std::uint32_t deepest = 0;
  for (const auto& arm : arms_) deepest = std::max(deepest, arm.depth);
  auto best = order_.front();
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    const auto& first = arms_[a];
    const auto& second = arms_[b];
    if (is_loss(first.score) && is_loss(second.score)) return first.score > second.score;
    if (is_loss(first.score) != is_loss(second.score)) return is_loss(second.score);
    if ((first.depth == deepest) != (second.depth == deepest)) return first.depth == deepest;
    return first.score > second.score;
  };
  for (const auto arm : order_)
    if (better(arm, best)) best = arm;
  return best;
}

bool Minimax::solved() const {
  if (depth_ == 0) return false;
  return complete_ || is_decided(arms_[best_arm()].score);
}

// Goals per role. Those of others come from what is known of the role's, else from the static evaluation.
std::vector<double> Minimax::goals_of(std::uint32_t arm) const {
  const auto& evaluation = search_.evaluation();
  const auto& payoffs = evaluation.payoffs();
  std::vector<double> goals(engines_.role_count(), 0);
  const auto own = search_.scale().utility(root_.sign * arms_[arm].score);
  std::array<float, learning::kMostHeads> numbers{};
  const auto words = evaluation.words();
  const auto joint = root_.first + root_.arms.joint(arm, 0);
  evaluation.numbers(root_.source->successors.data() + joint * words, numbers.data());
  for (const auto role : payoffs.players()) {
    float utility = payoffs.utility(role, numbers.data());
    if (role == role_ || payoffs.allied(role, role_)) utility = own;
    if (role != role_ && payoffs.kind() == PayoffKind::kConstantSum) utility = payoffs.sum() - own;
    goals[role] = 100.0 * utility;
  }
  return goals;
}

SearchReport Minimax::report() const {
  SearchReport report;
  report.stages = search_.stages();
  report.samples = search_.evaluations() - evaluations_before_;
  report.depth = depth_;
  if (arms_.empty()) {
    if (root_.own.terminal[0])
      for (const auto goal : root_.own.goals) report.values.push_back(std::max(goal, 0));
    report.proven = root_.own.terminal[0] != 0;
    if (root_.own.crowded[0]) {
      report.moves.resize(1);
      report.moves[0].weight = 1;
    }
    return report;
  }
  const auto best = best_arm();
  // What the others can do together proves nothing where they do not play against the role.
  const bool opposed = search_.evaluation().payoffs().kind() == PayoffKind::kConstantSum;
  const auto proven = [&](const RootArm& arm) {
    const auto score = root_.sign * arm.score;
    if (arm.depth == 0) return false;
    return is_win(score) || (opposed && (is_loss(score) || (arm.exact && arm.complete)));
  };
  const auto own_move = [&](std::uint32_t arm) {
    const auto joint = root_.first + root_.arms.joint(arm, 0);
    const auto move = root_.source->moves[joint * engines_.role_count() + role_];
    return move < 0 ? 0U : static_cast<std::uint32_t>(move) - engines_.role_begin[role_];
  };
  const bool chooses = root_.arms.role == role_;
  for (std::uint32_t arm = 0; arm < arms_.size(); ++arm) {
    if (!chooses && arm != best) continue;
    auto& move = report.moves.emplace_back();
    move.move = own_move(arm);
    move.visits = std::max<std::uint64_t>(arms_[arm].stages, arms_[arm].depth > 0 ? 1 : 0);
    move.values = goals_of(arm);
    move.proven = chooses ? proven(arms_[arm]) : complete_ && opposed;
    if (arm != best) continue;
    report.chosen = static_cast<std::uint32_t>(report.moves.size()) - 1;
    move.weight = 1;
    report.values = move.values;
    report.proven = solved() && proven(arms_[arm]);
  }
  report.nodes = search_.stages();
  report.line = line_;
  return report;
}

// The moves that the table holds for the best, one after the other.
void Minimax::follow_line(const Budget& budget) {
  line_.clear();
  const auto roles = engines_.role_count();
  auto* stage = &root_;
  auto arm = best_arm();
  Stage next[2];
  State state;
  const auto begin = Budget::Time::now();
  for (std::size_t length = 0; length < kLongestLine; ++length) {
    if (budget.deadline && Budget::Time::now() > begin + kTimeForLine) return;
    const auto joint = stage->arms.joint(arm, 0);
    auto& moves = line_.emplace_back();
    for (std::uint32_t role = 0; role < roles; ++role) {
      const auto move = stage->source->moves[(stage->first + joint) * roles + role];
      moves.push_back(move < 0 ? 0 : static_cast<std::uint32_t>(move) - engines_.role_begin[role]);
    }
    if (stage->terminal(joint) || stage->arms.outcomes > 1) return;
    const auto* entry = search_.table().find(stage->hashes[joint]);
    if (entry == nullptr) return;
    const auto words = engines_.lanes->state_words();
    state =
        State::of_words(state_.fluent_count(),
                        std::span(stage->source->successors).subspan((stage->first + joint) * words, words));
    arm = entry->best;
    stage = &next[length % 2];
    search_.expand_root(state, *stage);
    if (stage->own.terminal[0] || stage->own.crowded[0] || arm >= stage->arms.count) return;
  }
}

}  // namespace woodstock::search::minimax
