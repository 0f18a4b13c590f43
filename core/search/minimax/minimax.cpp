#include "search/minimax/minimax.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "circuit/legal_fluents.hpp"

namespace woodstock::search::minimax {

using learning::LinearEvaluation;

namespace {

// With a deadline: the line is for the reader, and time is up when it is made.
constexpr auto kTimeForLine = std::chrono::milliseconds(1);

// The engines whose states have the fluents that an evaluation knows.
Engines fitting(const Engines& engines, const LinearEvaluation* evaluation) {
  if (!engines.lanes) throw std::invalid_argument("minimax works in lanes: make engines with them");
  if (evaluation == nullptr || evaluation->fluents() == engines.lanes->circuit().fluent_count())
    return engines;
  const auto longer = engines.with_legal_fluents();
  if (!longer || longer->lanes->circuit().fluent_count() != evaluation->fluents())
    throw std::invalid_argument("the evaluation is of another game");
  return *longer;
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
    : own_(engines.lanes),
      engines_(fitting(engines, evaluation.get())),
      role_(role),
      options_(options),
      evaluation_(or_none(std::move(evaluation), engines_)) {
  add_thread();
}

void Minimax::add_thread() {
  auto added = std::make_unique<Deepening>(engines_, role_, options_, table_);
  added->set_evaluation(evaluation_);
  if (!threads_.empty()) added->set_root(state_);
  threads_.push_back(std::move(added));
}

void Minimax::set_evaluation(std::shared_ptr<const LinearEvaluation> evaluation) {
  if (evaluation && evaluation->fluents() != evaluation_->fluents())
    throw std::invalid_argument("an evaluation of other fluents needs a search of its own");
  evaluation_ = or_none(std::move(evaluation), engines_);
  table_.clear();
  line_.clear();
  for (const auto& thread : threads_) thread->set_evaluation(evaluation_);
}

void Minimax::set_root(const State& given) {
  if (given.fluent_count() != own_->circuit().fluent_count())
    throw std::invalid_argument("the state is of another game");
  const auto state = own_ == engines_.lanes ? given : circuit::with_legal_fluents(own_->circuit(), given);
  if (!main().arms().empty() && state == state_) return;
  state_ = state;
  table_.grow_older();
  evaluations_before_ = evaluations();
  line_.clear();
  for (const auto& thread : threads_) thread->set_root(state);
}

std::uint64_t Minimax::stages() const {
  std::uint64_t sum = 0;
  for (const auto& thread : threads_) sum += thread->search().stages();
  return sum;
}

std::uint64_t Minimax::evaluations() const {
  std::uint64_t sum = 0;
  for (const auto& thread : threads_) sum += thread->search().evaluations();
  return sum;
}

SearchEnd Minimax::run(const Budget& budget) {
  if (main().arms().empty()) return SearchEnd::kSolved;
  table_.fit(options_.table, budget.memory);
  search_together(budget);
  follow_line(budget);
  if (!main().aborted()) return SearchEnd::kSolved;
  return budget.stopped()                                             ? SearchEnd::kStopped
         : budget.deadline && Budget::Time::now() >= *budget.deadline ? SearchEnd::kDeadline
                                                                      : SearchEnd::kSimulations;
}

// The first that ends of itself ends the others; so does one that fails.
void Minimax::search_together(const Budget& budget) {
  const std::size_t count = budget.simulations ? 1 : std::max(1U, budget.threads);
  while (threads_.size() < count) add_thread();
  StopFlag over;
  std::atomic<std::uint32_t> furthest = main().depth();
  std::vector<std::exception_ptr> failures(count);
  const auto work = [&](std::size_t number) {
    try {
      threads_[number]->run(budget, over, furthest, number % 2);
    } catch (...) {
      failures[number] = std::current_exception();
    }
    over.set();
  };
  std::vector<std::thread> helpers;
  try {
    for (std::size_t number = 1; number < count; ++number) helpers.emplace_back(work, number);
  } catch (const std::system_error&) {
    // No more threads to be had: those there are do.
  }
  work(0);
  for (auto& helper : helpers) helper.join();
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
  const auto better = [](const auto& a, const auto& b) {
    return a->solved() != b->solved() ? a->solved() : a->depth() > b->depth();
  };
  const auto best = std::ranges::min_element(threads_.begin(), threads_.begin() + count, better);
  std::rotate(threads_.begin(), best, best + 1);
}

// Goals per role. Those of others come from what is known of the role's, else from the static evaluation.
std::vector<double> Minimax::goals_of(std::uint32_t arm) const {
  const auto& root = main().root();
  const auto& evaluation = *evaluation_;
  const auto& payoffs = evaluation.payoffs();
  std::vector<double> goals(engines_.role_count(), 0);
  const auto own = main().search().scale().utility(root.sign * main().arms()[arm].score);
  std::array<float, learning::kMostHeads> numbers{};
  const auto words = evaluation.words();
  const auto joint = root.first + root.arms.joint(arm, 0);
  evaluation.numbers(root.source->successors.data() + joint * words, numbers.data());
  for (const auto role : payoffs.players()) {
    float utility = payoffs.utility(role, numbers.data());
    if (role == role_ || payoffs.allied(role, role_)) utility = own;
    if (role != role_ && payoffs.kind() == PayoffKind::kConstantSum) utility = payoffs.sum() - own;
    goals[role] = 100.0 * utility;
  }
  return goals;
}

SearchReport Minimax::report() const {
  const auto& root = main().root();
  const auto& arms = main().arms();
  SearchReport report;
  report.stages = report.nodes = stages();
  report.samples = evaluations() - evaluations_before_;
  report.depth = main().depth();
  if (arms.empty()) {
    if (root.own.terminal.empty()) return report;  // no root yet
    if (root.own.terminal[0])
      for (const auto goal : root.own.goals) report.values.push_back(std::max(goal, 0));
    report.proven = root.own.terminal[0] != 0;
    if (root.own.crowded[0]) {
      report.moves.resize(1);
      report.moves[0].weight = 1;
    }
    return report;
  }
  const auto best = main().best_arm();
  // What the others can do together proves nothing where they do not play against the role.
  const bool opposed = evaluation_->payoffs().kind() == PayoffKind::kConstantSum;
  const auto proven = [&](const RootArm& arm) {
    const auto score = root.sign * arm.score;
    if (arm.depth == 0) return false;
    return is_win(score) || (opposed && (is_loss(score) || (arm.exact && arm.complete)));
  };
  const auto own_move = [&](std::uint32_t arm) {
    const auto joint = root.first + root.arms.joint(arm, 0);
    const auto move = root.source->moves[joint * engines_.role_count() + role_];
    return move < 0 ? 0U : static_cast<std::uint32_t>(move) - engines_.role_begin[role_];
  };
  const bool chooses = root.arms.role == role_;
  for (std::uint32_t arm = 0; arm < arms.size(); ++arm) {
    if (!chooses && arm != best) continue;
    auto& move = report.moves.emplace_back();
    move.move = own_move(arm);
    move.visits = std::max<std::uint64_t>(arms[arm].stages, arms[arm].depth > 0 ? 1 : 0);
    move.values = goals_of(arm);
    move.proven = chooses ? proven(arms[arm]) : main().complete() && opposed;
    if (arm != best) continue;
    report.chosen = static_cast<std::uint32_t>(report.moves.size()) - 1;
    move.weight = 1;
    report.values = move.values;
    report.proven = main().solved() && proven(arms[arm]);
  }
  report.line = line_;
  return report;
}

// The moves that the table holds for the best, one after the other.
void Minimax::follow_line(const Budget& budget) {
  line_.clear();
  const auto roles = engines_.role_count();
  auto& search = threads_.front()->search();
  const auto* stage = &main().root();
  auto arm = main().best_arm();
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
    const auto entry = table_.find(stage->hashes[joint]);
    if (!entry) return;
    const auto words = engines_.lanes->state_words();
    state =
        State::of_words(state_.fluent_count(),
                        std::span(stage->source->successors).subspan((stage->first + joint) * words, words));
    arm = entry->best;
    search.expand_root(state, next[length % 2]);
    stage = &next[length % 2];
    if (stage->own.terminal[0] || stage->own.crowded[0] || arm >= stage->arms.count) return;
  }
}

}  // namespace woodstock::search::minimax
