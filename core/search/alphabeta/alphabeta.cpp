#include "search/alphabeta/alphabeta.hpp"

#include <algorithm>
#include <utility>

#include "search/report.hpp"

namespace woodstock::search::alphabeta {

namespace {

constexpr std::uint32_t kDeepest = 200;

}  // namespace

AlphaBeta::AlphaBeta(const Engines& engines, std::uint32_t role, const Options& options)
    : role_(role), options_(options), tree_(engines), sampler_(engines, options.horizon, options.decisive) {}

void AlphaBeta::set_root(const State& state) {
  if (tree_.set_root(state)) tree_.forget_the_freed(entries_);
  root_arms_.clear();
  samples_ = 0;
  depth_ = 0;
  complete_ = false;
}

SearchEnd AlphaBeta::run(const Budget& budget) {
  if (!tree_.has_root()) return SearchEnd::kSolved;
  budget_ = &budget;
  done_ = 0;
  aborted_ = false;
  allowance_ = Tree::allowance(budget);
  if (tree_.bytes() > allowance_ / 2 && tree_.may_recycle(budget)) {
    tree_.recycle(allowance_ / 2);
    tree_.forget_the_freed(entries_);
  }
  const auto deepest = options_.depth > 0 ? options_.depth : kDeepest;
  while (!tree_[tree_.root()].solved && !complete_ && !aborted_ && depth_ < deepest)
    if (iterate(depth_ + 1)) ++depth_;
  budget_ = nullptr;
  if (tree_[tree_.root()].solved || complete_) return SearchEnd::kSolved;
  if (budget.spent(done_) || !aborted_) return SearchEnd::kSimulations;
  return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
}

bool AlphaBeta::out_of_budget() const {
  return budget_->spent(done_) || budget_->out_of_time() || tree_.bytes() > allowance_;
}

// Searches all own arms at the root, the best of the last iteration first.
bool AlphaBeta::iterate(std::uint32_t depth) {
  const auto& root = tree_[tree_.root()];
  std::vector<RootArm> arms = root_arms_;
  if (arms.empty())
    for (auto arm = root.first[role_]; arm < root.first[role_ + 1]; ++arm) arms.push_back({arm, 0, false});
  cut_ = false;
  if (depth == 1) evaluate_children(tree_.root());
  double best = -1;
  for (auto& arm : arms) {
    std::uint32_t answer = 0;
    arm.value = reply(tree_.root(), arm.arm, depth, best, 2, answer);
    if (aborted_) return false;
    arm.exact = arm.value > best;
    best = std::max(best, arm.value);
  }
  std::ranges::stable_sort(arms, [](const RootArm& a, const RootArm& b) {
    return a.value != b.value ? a.value > b.value : a.exact > b.exact;
  });
  root_arms_ = std::move(arms);
  complete_ = !cut_;
  return true;
}

double AlphaBeta::value(NodeIndex index, std::uint32_t depth, double alpha, double beta) {
  if (tree_[index].solved) return tree_.sums(index)[role_];
  if (depth == 0) return evaluation(index);
  if (out_of_budget()) {
    aborted_ = true;
    return 0;
  }
  auto first = std::uint32_t{0};
  if (const auto found = entries_.find(index); found != entries_.end()) {
    const auto& entry = found->second;
    first = entry.best;
    const bool decides = entry.bound == Bound::kExact ||
                         (entry.bound == Bound::kLower && entry.value >= beta) ||
                         (entry.bound == Bound::kUpper && entry.value <= alpha);
    if (decides && (entry.depth == depth || (entry.depth > depth && !entry.cut))) {
      cut_ = cut_ || entry.cut;
      return entry.value;
    }
  }
  if (!tree_[index].expanded) tree_.expand(index);
  if (tree_[index].solved) return tree_.sums(index)[role_];
  if (depth == 1) evaluate_children(index);
  const bool cut_before = std::exchange(cut_, false);
  const auto arms = tree_[index].arm_count(role_);
  const auto begin = tree_[index].first[role_];
  double best = -1;
  std::uint32_t choice = arms > 1 ? first % arms : first;
  const auto hint = choice;
  for (std::uint32_t i = 0; i < arms && best < beta && !aborted_; ++i) {
    // The hint first, then the others in their order.
    const auto arm = arms == 1 ? 0 : i == 0 ? hint : i <= hint ? i - 1 : i;
    std::uint32_t answer = arms == 1 ? hint : 0;
    const auto result = reply(index, begin + arm, depth, std::max(alpha, best), beta, answer);
    if (result > best) {
      best = result;
      choice = arms == 1 ? answer : arm;
    }
  }
  if (!aborted_) {
    const auto bound = best >= beta ? Bound::kLower : best <= alpha ? Bound::kUpper : Bound::kExact;
    entries_[index] = {depth, bound, cut_, static_cast<float>(best), choice};
    tree_.try_to_solve(index);
  }
  cut_ = cut_ || cut_before;
  return best;
}

// The other roles' best answer to an own arm: the least value over their joint arms, `best` first.
double AlphaBeta::reply(NodeIndex index, std::uint32_t own, std::uint32_t depth, double alpha, double beta,
                        std::uint32_t& best) {
  const auto roles = tree_.role_count();
  std::uint64_t joints = 1;
  for (std::uint32_t role = 0; role < roles; ++role)
    if (role != role_ && static_cast<std::int32_t>(role) != tree_.chance_role())
      joints *= tree_[index].arm_count(role);
  std::vector<std::uint32_t> arms(roles);
  const std::uint64_t hint = best % joints;
  double least = 2;
  for (std::uint64_t i = 0; i < joints && least > alpha && !aborted_; ++i) {
    const auto joint = i == 0 ? hint : i <= hint ? i - 1 : i;
    auto rest = joint;
    for (auto role = roles; role-- > 0;) {
      const auto& node = tree_[index];
      arms[role] = node.first[role];
      if (role == role_ || static_cast<std::int32_t>(role) == tree_.chance_role()) continue;
      arms[role] += static_cast<std::uint32_t>(rest % node.arm_count(role));
      rest /= node.arm_count(role);
    }
    arms[role_] = own;
    const auto result = expectation(index, arms, depth, alpha, std::min(beta, least));
    if (result < least) {
      least = result;
      best = static_cast<std::uint32_t>(joint);
    }
  }
  return least;
}

double AlphaBeta::expectation(NodeIndex index, std::vector<std::uint32_t>& arms, std::uint32_t depth,
                              double alpha, double beta) {
  const auto chance = tree_.chance_role();
  if (chance < 0 || tree_[index].arm_count(static_cast<std::uint32_t>(chance)) == 1)
    return value(tree_.child(index, arms), depth - 1, alpha, beta);
  const auto role = static_cast<std::uint32_t>(chance);
  const auto events = tree_[index].arm_count(role);
  double sum = 0;
  for (std::uint32_t event = 0; event < events && !aborted_; ++event) {
    arms[role] = tree_[index].first[role] + event;
    sum += value(tree_.child(index, arms), depth - 1, -1, 2);
  }
  return sum / events;
}

// Samples all children that are neither solved nor sampled, in one batch.
void AlphaBeta::evaluate_children(NodeIndex index) {
  std::vector<NodeIndex> wanted;
  std::vector<Sampler::Start> starts;
  for (const auto child : tree_[index].children)
    if (child != kNoNode && !tree_[child].solved && tree_[child].visits == 0) {
      tree_[child].visits = 1;  // it may be the child of several joint moves
      wanted.push_back(child);
    }
  if (wanted.empty()) return;
  for (const auto child : wanted) starts.push_back({&tree_[child].state, options_.playouts});
  Random random(mix64(budget_->seed) ^ tree_[index].state.hash());
  std::vector<double> means;
  if (!sampler_.sample(starts, random, *budget_, means)) {
    aborted_ = true;
    for (const auto child : wanted) tree_[child].visits = 0;
    return;
  }
  done_ += starts.size() * options_.playouts;
  samples_ += starts.size() * options_.playouts;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (std::uint32_t role = 0; role < tree_.role_count(); ++role)
      tree_.sums(wanted[i])[role] = means[i * tree_.role_count() + role];
  }
}

double AlphaBeta::evaluation(NodeIndex index) {
  cut_ = true;
  if (tree_[index].visits == 0) {
    const Sampler::Start start{&tree_[index].state, options_.playouts};
    Random random(mix64(budget_->seed) ^ tree_[index].state.hash());
    std::vector<double> means;
    if (!sampler_.sample(std::span(&start, 1), random, *budget_, means)) {
      aborted_ = true;
      return 0;
    }
    done_ += options_.playouts;
    samples_ += options_.playouts;
    tree_[index].visits = 1;
    std::ranges::copy(means, tree_.sums(index).begin());
  }
  return tree_.mean(index, role_, 0);
}

SearchReport AlphaBeta::report() const {
  auto report = report_of(tree_, role_);
  report.samples = samples_;
  report.depth = depth_;
  if (report.proven || report.moves.empty() || root_arms_.empty()) return report;
  report.proven = complete_;
  const auto begin = tree_[tree_.root()].first[role_];
  for (auto& move : report.moves) move.weight = 0;
  for (const auto& [arm, value, exact] : root_arms_) {
    auto& move = report.moves[arm - begin];
    if (move.values.empty()) move.values.assign(tree_.role_count(), 0);
    // What the own role gains beyond the playouts is lost to the only other one.
    if (tree_.role_count() == 2) move.values[1 - role_] += move.values[role_] - 100 * value;
    move.values[role_] = 100 * value;
    move.visits = options_.playouts;
    move.proven = move.proven || (complete_ && exact);
  }
  report.chosen = root_arms_.front().arm - begin;
  report.moves[report.chosen].weight = 1;
  report.values = report.moves[report.chosen].values;
  report.line.clear();
  return report;
}

Kind kind() {
  return Kind::of<Options>("alphabeta", "alpha-beta with playout values, in one thread", "Knuth & Moore 1975",
                           {{"depth", &Options::depth, "joint moves", 0, kUnbounded,
                             "joint moves looked ahead; 0: as many as the budget allows"},
                            playouts_option<Options>(),
                            horizon_option<Options>(),
                            decisive_option<Options>()},
                           [](const Engines& engines, std::uint32_t role, const Options& options) {
                             return std::make_unique<AlphaBeta>(engines, role, options);
                           });
}

}  // namespace woodstock::search::alphabeta
