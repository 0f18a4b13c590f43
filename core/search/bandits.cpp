#include "search/bandits.hpp"

#include <algorithm>

#include "search/report.hpp"

namespace woodstock::search {

namespace {

// Bandits that move at once fall into step with each other, so they choose at random among the arms that are
// about as good as the best (Tak, Lanctot & Winands 2014: UCB with a tolerance).
constexpr double kTolerance = 0.02;
constexpr std::uint32_t kLongestPath = 1000;  // states may recur in games without a step counter

// One of chance's moves by its odds.
std::uint32_t drawn(const std::vector<float>& odds, Random& random) {
  double point = random.real();
  std::uint32_t chosen = 0;
  while (chosen + 1 < odds.size() && point >= odds[chosen]) point -= odds[chosen++];
  return chosen;
}

}  // namespace

Bandits::Bandits(const Engines& engines, std::uint32_t role, const BanditOptions& options)
    : role_(role),
      options_(options),
      tree_(engines),
      sampler_(engines, options.horizon, options.decisive),
      random_(0),
      paths_(std::max(1U, options.leaves)) {}

void Bandits::set_root(const State& state) {
  if (tree_.turn_to(state)) recycled(~std::size_t{0});
  if (tree_.set_root(state)) recycled(~std::size_t{0});
  samples_ = std::uint64_t{tree_[tree_.root()].visits} * options_.playouts;
}

bool Bandits::set_symmetry(std::shared_ptr<const symmetry::Canonical> group) {
  tree_.set_symmetry(std::move(group));
  recycled(~std::size_t{0});
  return true;
}

SearchEnd Bandits::run(const Budget& budget) {
  if (!tree_.has_root()) return SearchEnd::kSolved;
  random_ = Random(budget.seed);
  depth_ = 0;
  std::uint64_t done = 0;
  const auto allowance = Tree::allowance(budget);
  while (!tree_[tree_.root()].solved) {
    if (budget.spent(done)) return SearchEnd::kSimulations;
    if (budget.out_of_time()) return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
    growing_ = tree_.bytes() + extra_bytes() <= allowance;
    if (!growing_ && tree_.may_recycle(budget)) {
      tree_.recycle(tree_.bytes());
      recycled(budget.memory);
      growing_ = true;
    }
    // Where roles move at once, stages are made as they are reached.
    if (tree_.bytes() + extra_bytes() > budget.memory / 100 * 97) return SearchEnd::kDeadline;
    starts_.clear();
    std::size_t sampled = 0;
    for (std::size_t i = 0; i < paths_.size() && !budget.spent(done) && (i == 0 || !budget.out_of_time());
         ++i) {
      auto& path = paths_[sampled];
      if (descend(path)) {
        starts_.push_back({&tree_[path.leaf].state, options_.playouts});
        done += options_.playouts;
        ++sampled;
      } else {
        ++done;
      }
    }
    if (sampled == 0) continue;
    if (!sample(budget)) {
      for (std::size_t i = 0; i < sampled; ++i) uncount(paths_[i]);
      return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
    }
    samples_ += sampled * options_.playouts;
    for (std::size_t i = 0; i < sampled; ++i)
      back_up(paths_[i], std::span(means_).subspan(i * tree_.role_count(), tree_.role_count()));
  }
  return SearchEnd::kSolved;
}

bool Bandits::sample(const Budget& budget) { return sampler_.sample(starts_, random_, budget, means_); }

// Walks to a leaf and counts the visit of everything on the way, which is a virtual loss until the rewards
// are backed up. False if it ended in a solved stage, whose exact rewards are then backed up already.
bool Bandits::descend(Path& path) {
  const auto roles = tree_.role_count();
  path.steps.clear();
  path.arms.clear();
  auto node = tree_.root();
  while (true) {
    if (!tree_[node].solved && !tree_[node].expanded && tree_[node].visits > 0 && growing_)
      tree_.expand(node);
    if (tree_[node].solved || !tree_[node].expanded || path.steps.size() >= kLongestPath) break;
    const auto begin = static_cast<std::uint32_t>(path.arms.size());
    auto known = kNoNode;
    for (std::uint32_t role = 0; role < roles; ++role) path.arms.push_back(choose(path, node, role, known));
    auto& step = path.steps.emplace_back(node, begin, known);
    ++tree_[node].visits;
    for (std::uint32_t role = 0; role < roles; ++role) ++tree_[node].arms[path.arms[begin + role]].visits;
    const auto arms = std::span(path.arms).subspan(begin, roles);
    node = tree_.child(node, arms);
    if (tree_.group() != nullptr)
      step.frame = tree_.frame(tree_[step.node], tree_.joint_number(tree_[step.node], arms));
  }
  path.leaf = node;
  depth_ = std::max(depth_, static_cast<std::uint32_t>(path.steps.size()));
  if (!tree_[node].solved) {
    ++tree_[node].visits;
    return true;
  }
  const std::vector<double> exact(tree_.sums(node).begin(), tree_.sums(node).end());
  back_up(path, exact);
  return false;
}

std::uint32_t Bandits::choose(const Path& path, NodeIndex index, std::uint32_t role, NodeIndex& known) {
  const auto& node = tree_[index];
  const auto begin = node.first[role], end = node.first[role + 1];
  if (end - begin == 1) return begin;
  if (static_cast<std::int32_t>(role) == tree_.chance_role())
    return begin + (node.odds.empty() ? random_.below(end - begin) : drawn(node.odds, random_));
  prepare_scores(path, index, role);
  const double urgency = tree_.mean(index, role, 0.5);
  const double tolerance = node.mover < 0 ? kTolerance : 0;
  double best = -1;
  std::uint32_t chosen = begin, ties = 0;
  for (auto i = begin; i < end; ++i) {
    const auto& arm = node.arms[i];
    double value = arm.visits > 0 ? arm.sum / arm.visits : urgency;
    if (node.mover == static_cast<std::int16_t>(role)) {
      if (const auto child = tree_.only_child(node, i); child != kNoNode) {
        if (tree_[child].solved) {
          if (known == kNoNode || tree_.sums(child)[role] > tree_.sums(known)[role]) known = child;
          continue;
        }
        value = tree_.mean(child, role, urgency);
      }
    }
    const double bound = score(arm, value);
    if (bound > best + tolerance) {
      best = bound;
      chosen = i;
      ties = 1;
    } else if (bound >= best - tolerance && random_.below(++ties) == 0) {
      best = std::max(best, bound);
      chosen = i;
    }
  }
  return chosen;
}

void Bandits::uncount(const Path& path) {
  if (!tree_[path.leaf].solved) --tree_[path.leaf].visits;
  for (const auto& step : path.steps) {
    auto& node = tree_[step.node];
    if (!node.solved) --node.visits;
    for (std::uint32_t role = 0; role < tree_.role_count(); ++role)
      --node.arms[path.arms[step.begin + role]].visits;
  }
}

void Bandits::back_up(const Path& path, std::span<const double> rewards) {
  const auto roles = tree_.role_count();
  rewards_.assign(rewards.begin(), rewards.end());
  const auto add = [&](NodeIndex index) {
    auto sums = tree_.sums(index);
    for (std::uint32_t role = 0; role < roles; ++role) sums[role] += rewards_[role];
  };
  bool exact_below = tree_[path.leaf].solved;
  if (!exact_below) add(path.leaf);
  auto below = path.leaf;
  for (auto step = path.steps.rbegin(); step != path.steps.rend(); below = step->node, ++step) {
    auto& node = tree_[step->node];
    for (std::uint32_t role = 0; role < roles; ++role)
      node.arms[path.arms[step->begin + role]].sum += rewards_[role];
    exact_below = exact_below && tree_.try_to_solve(step->node);
    if (step->known != kNoNode) {
      const auto mover = static_cast<std::uint32_t>(node.mover);
      const auto exact = tree_.sums(step->known);
      if (tree_.mean(below, mover, 0) < exact[mover]) rewards_.assign(exact.begin(), exact.end());
    }
    if (!node.solved) add(step->node);
  }
}

std::vector<Successor> Bandits::successors(const State& state, std::uint32_t) const {
  symmetry::Element frame;
  const auto node = tree_.find(state, frame);
  return node == kNoNode ? std::vector<Successor>{} : successors_of(tree_, node, frame);
}

SearchReport Bandits::report() const {
  auto report = report_of(tree_, role_);
  report.samples = samples_;
  report.depth = depth_;
  report.images = tree_.benefit().hits();
  report.forms = tree_.benefit().forms();
  report.forms_used = tree_.benefit().used();
  return report;
}

}  // namespace woodstock::search
