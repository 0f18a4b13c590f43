#include "search/mac_ucb_2016/mac_ucb_2016.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/thread_time.hpp"
#include "csp/propagators/registry.hpp"

namespace woodstock::search::mac_ucb_2016 {

using namespace csp;
using namespace stages;

namespace {

constexpr std::uint32_t kAhead = 4;  // joint moves that may have been played since the last root
// The part of the memory that the cache of explored states may take, one in so many.
constexpr std::size_t kCachePart = 4;

}  // namespace

// 000 §4.2.1: "STR (Simple Tabular Reduction)", in its second version.
MacUcb2016::MacUcb2016(const Engines& engines, std::shared_ptr<const StageTemplate> stage, std::uint32_t role,
                       const Options& options, csp::Search::Inference inference, Sampling sampling)
    : options_(options),
      role_(role),
      roles_(engines.role_count()),
      chance_role_(engines.chance_role),
      sampling_(sampling),
      solver_(stage, {inference, filter_named("str2"), options.singleton != 0, options.stage_limit}),
      explored_(engines.chance_role),
      playouts_(stage, filter_named("str2"), options.horizon, options.singleton != 0,
                options.cache != 0 ? &explored_ : nullptr),
      lanes_(engines, options.horizon),
      stepper_(engines.stepper),
      tree_(roles_) {
  if (role >= roles_) throw std::out_of_range("no such role");
}

// Algorithm 3: later on the list has the stages of later times, with what is known of them; the others go.
void MacUcb2016::set_root(const State& state) {
  const auto found = tree_.size() > 0 ? tree_.find(state, kAhead) : std::nullopt;
  if (found && *found == 0) return;
  // A stage known from the cache has no arm to choose, and one that was pruned lacks some.
  if (found && !tree_[*found].arms.empty() && !tree_[*found].pruned)
    tree_.keep(*found);
  else
    tree_.plant(state);
  threshold_ = 0;
  confidence_.clear();
  list_.clear();
  samples_ = 0;
  deepest_ = 0;
  work_ = {};
  for (StageId id = 0; id < tree_.size(); ++id) {
    samples_ += tree_[id].samples;
    if (tree_[id].solved) enlist(id);
  }
  stepper_.load(state);
  legal_.assign(roles_, {});
  if (!stepper_.terminal()) {
    for (std::uint32_t role = 0; role < roles_; ++role) legal_[role] = stepper_.legal(role);
    return;
  }
  std::vector<std::optional<std::int32_t>> goals(roles_);
  stepper_.goals(goals);
  std::vector<double> rewards;
  for (const auto& goal : goals) rewards.push_back(goal.value_or(0) / 100.0);
  tree_.end(0, std::move(rewards));
}

SearchEnd MacUcb2016::run(const Budget& budget) {
  Random random(mix64(budget.seed ^ ++runs_ << 32));
  explored_.set_memory(budget.memory / kCachePart);
  const auto deadline = budget.end();
  std::uint64_t done = 0;
  while (tree_.size() > 0 && !tree_[0].explored) {  // line 1
    if (budget.out_of_time()) return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
    if (budget.spent(done)) return SearchEnd::kSimulations;
    // Memory that is used up ends the search as the clock does.
    if (tree_.bytes() + explored_.bytes() >= budget.memory) return SearchEnd::kDeadline;
    const auto id = next_stage();  // line 2
    if (id == kNoStage) break;
    const auto begin = thread_seconds();
    try {
      solve(id, deadline);  // lines 3 to 21
    } catch (const OutOfTime&) {
      if (id != 0) list_.insert(id, tree_[id].value[tree_.decider(tree_[id].parent, role_)]);
      work_.solving += thread_seconds() - begin;
      continue;
    }
    const auto solved = thread_seconds();
    work_.solving += solved - begin;
    const auto taken = sample(id, budget, random);  // line 22
    done += std::max<std::uint64_t>(1, taken);
    work_.sampling += thread_seconds() - solved;
    tree_.back_up(id);
    reset_threshold();
    note_confidence(id);
    enlist(id);  // line 23
  }
  return SearchEnd::kSolved;
}

// The root first, then the best of the list; what is explored or pruned meanwhile is left out.
StageId MacUcb2016::next_stage() {
  if (!tree_[0].solved) return 0;
  while (!list_.empty()) {
    const auto id = list_.take_best();
    if (!tree_[id].explored && !pruned_by_confidence(id)) return id;
  }
  return kNoStage;
}

void MacUcb2016::solve(StageId id, const Deadline& deadline) {
  SplitSolver::Keep keep;
  const auto role = tree_.decider(tree_[id].parent, role_);
  if (options_.confidence != 0 && !confidence_.empty())
    keep = [&](std::span<const std::uint32_t> moves) {
      const auto known = confidence_.find(tuple_key(tree_[id].state, moves));
      return known == confidence_.end() || known->second[role] >= threshold_;
    };
  // The root is solved whole: it is there that a move must be found.
  const auto solved = solver_.solve(tree_[id].state.words(), deadline, id == 0 ? SplitSolver::Keep{} : keep);
  ++stages_;
  pruned_ += solved.pruned;
  if (solved.policies.empty() && solved.pruned == 0) {
    std::vector<double> value(roles_, 0);
    for (std::uint32_t r = 0; r < roles_ && solved.terminal; ++r)
      value[r] = solved.scores[r].value_or(0) / 100.0;
    return tree_.end(id, std::move(value));
  }
  tree_.expand(id, solved);
  deepest_ = std::max(deepest_, tree_[id].depth + 1 - tree_[0].depth);
  close_known(id, deadline);
}

// Line 17: stages that are terminal do not enter the list; nor do those that the cache knows to be explored.
// Those that time does not reach are found out when they are solved.
void MacUcb2016::close_known(StageId id, const Deadline& deadline) {
  std::vector<double> rewards;
  for (std::size_t a = 0; a < tree_[id].arms.size(); ++a) {
    const auto& arm = tree_[id].arms[a];
    for (auto child = arm.first; child < arm.first + arm.outcomes(); ++child) {
      if (const auto* known = explored_.find(tree_[child].state.hash()))
        tree_.end(child, *known);
      else if (!deadline.passed() && playouts_.over(tree_[child].state, rewards))
        tree_.end(child, rewards);
    }
  }
}

void MacUcb2016::enlist(StageId id) {
  const auto role = tree_.decider(id, role_);
  for (const auto& arm : tree_[id].arms)
    for (auto child = arm.first; child < arm.first + arm.outcomes(); ++child)
      if (!tree_[child].solved) list_.insert(child, tree_[child].value[role]);
}

// 003 §4.4: θ "is reset to" what the worst-off player can expect of the best policy, as UCB estimates it now.
void MacUcb2016::reset_threshold() {
  auto least = 1.0;
  for (std::uint32_t role = 0; role < roles_; ++role)
    if (static_cast<std::int32_t>(role) != chance_role_) least = std::min(least, tree_[0].value[role]);
  threshold_ = least;
}

std::vector<Successor> MacUcb2016::successors(const State& state, std::uint32_t depth) const {
  std::vector<Successor> found;
  const auto id = tree_.size() > 0 ? tree_.find(state, depth) : std::nullopt;
  if (!id) return found;
  for (const auto& arm : tree_[*id].arms)
    for (std::uint32_t y = 0; y < arm.outcomes(); ++y) {
      const auto& child = tree_[arm.first + y];
      Successor successor{{}, child.state, {}, child.samples, child.explored};
      for (std::uint32_t role = 0; role < roles_; ++role)
        successor.moves.push_back(static_cast<std::int32_t>(
            arm.moves[role] == StagePolicy::kOpen ? arm.chance_moves[y] : arm.moves[role]));
      for (const auto value : child.value) successor.values.push_back(100 * value);
      found.push_back(std::move(successor));
    }
  return found;
}

}  // namespace woodstock::search::mac_ucb_2016
