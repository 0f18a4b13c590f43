#include "search/cfr/cfr.hpp"

#include <algorithm>

#include "search/cfr/observation_cfr.hpp"
#include "search/information/observer.hpp"
#include "search/parallel.hpp"
#include "search/report.hpp"

namespace woodstock::search::cfr {

namespace {

constexpr double kForget = 0.5;  // of what a shallower limit taught

}  // namespace

Cfr::Cfr(const Engines& engines, std::uint32_t role, const Options& options)
    : role_(role),
      options_(options),
      tree_(engines),
      sampler_(engines, options.horizon),
      random_(0),
      limit_(options) {}

void Cfr::set_root(const State& state) {
  if (tree_.set_root(state)) forget_the_freed();
  samples_ = 0;
  limit_.restart();
  const auto& root = tree_[tree_.root()];
  const auto arms = root.arms.empty() ? 0 : root.arm_count(role_);
  tries_.assign(arms, 0);
  totals_.assign(std::size_t{arms} * tree_.role_count(), 0);
}

void Cfr::forget_the_freed() {
  tree_.forget_the_freed(strategies_);
  strategy_bytes_ = 0;
  for (const auto& [node, strategy] : strategies_) strategy_bytes_ += size_of(strategy);
}

SearchEnd Cfr::run(const Budget& budget) {
  if (!tree_.has_root()) return SearchEnd::kSolved;
  random_ = Random(budget.seed);
  seed_ = budget.seed;
  std::vector<std::uint32_t> learners;
  for (std::uint32_t role = 0; role < tree_.role_count(); ++role)
    if (static_cast<std::int32_t>(role) != tree_.chance_role()) learners.push_back(role);
  lonely_ = learners.size() == 1;
  std::uint64_t done = 0;
  const auto allowance = Tree::allowance(budget);
  while (!tree_[tree_.root()].solved) {
    if (budget.spent(done)) return SearchEnd::kSimulations;
    if (budget.out_of_time()) return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
    if (tree_.bytes() + strategy_bytes_ > allowance) {
      if (!tree_.may_recycle(budget)) return SearchEnd::kDeadline;
      tree_.recycle(tree_.bytes());
      forget_the_freed();
    }
    bool complete = true;
    cut_ = false;
    const auto leaves = iterate(learners[limit_.iterations() % learners.size()], budget, complete);
    if (!complete) continue;  // time is up
    const auto playouts = leaves * options_.playouts;
    done += std::max<std::uint64_t>(1, playouts);
    samples_ += std::max<std::uint64_t>(1, playouts);
    if (limit_.counted(leaves, cut_, learners.size())) forget_the_shallow();
  }
  return SearchEnd::kSolved;
}

void Cfr::forget_the_shallow() {
  for (auto& [node, strategy] : strategies_) {
    for (auto& regret : strategy.regret) regret *= kForget;
    for (auto& average : strategy.average) average *= kForget;
  }
}

// One iteration: plan the visits, sample all leaves in one batch, then learn from the bottom up. Returns the
// number of leaves sampled.
std::uint64_t Cfr::iterate(std::uint32_t learner, const Budget& budget, bool& complete) {
  visits_.clear();
  links_.clear();
  starts_.clear();
  visit(tree_.root(), learner, 0);
  // States of the starts are looked up now: the tree may have moved while it grew.
  for (const auto& visit : visits_)
    if (visit.leaf >= 0) starts_[static_cast<std::size_t>(visit.leaf)].state = &tree_[visit.node].state;
  complete = starts_.empty() || sampler_.sample(starts_, random_, budget, means_);
  if (complete) learn(learner);
  return starts_.size();
}

std::uint32_t Cfr::visit(NodeIndex index, std::uint32_t learner, std::uint32_t depth) {
  const auto roles = tree_.role_count();
  const auto number = static_cast<std::uint32_t>(visits_.size());
  visits_.push_back({index});
  if (tree_[index].solved) return number;
  if (depth >= limit_.depth()) {
    cut_ = true;
    visits_[number].leaf = static_cast<std::int64_t>(starts_.size());
    starts_.push_back({nullptr, options_.playouts});
    return number;
  }
  if (!tree_[index].expanded) tree_.expand(index);
  if (tree_[index].solved) return number;
  std::vector<std::uint32_t> joint(roles);
  std::vector<double> sigma;
  auto& table = strategy(index);
  for (std::uint32_t role = 0; role < roles; ++role) {
    const auto& node = tree_[index];
    const auto arms = node.arm_count(role);
    joint[role] = node.first[role];
    if (role == learner || arms == 1) continue;
    if (static_cast<std::int32_t>(role) == tree_.chance_role()) {
      joint[role] += random_.below(arms);
      continue;
    }
    current(table, node, role, sigma);
    double rest = random_.real();
    std::uint32_t arm = 0;
    while (arm + 1 < arms && (rest -= sigma[arm]) >= 0) ++arm;
    joint[role] += arm;
    for (std::uint32_t a = 0; a < arms; ++a) table.average[node.first[role] + a] += sigma[a];
  }
  const auto arms = tree_[index].arm_count(learner);
  const auto links = static_cast<std::uint32_t>(links_.size());
  links_.resize(links + arms);
  visits_[number].links = links;
  visits_[number].arms = arms;
  for (std::uint32_t arm = 0; arm < arms; ++arm) {
    joint[learner] = tree_[index].first[learner] + arm;
    const auto child = tree_.child(index, joint);
    const auto below = visit(child, learner, depth + 1);
    links_[links + arm] = below;
  }
  tree_.try_to_solve(index);
  return number;
}

void Cfr::learn(std::uint32_t learner) {
  const auto roles = tree_.role_count();
  values_.assign(visits_.size() * roles, 0);
  std::vector<double> sigma;
  for (auto number = visits_.size(); number-- > 0;) {
    const auto& visit = visits_[number];
    const auto value = std::span(values_).subspan(number * roles, roles);
    if (visit.leaf >= 0) {
      std::ranges::copy(std::span(means_).subspan(static_cast<std::size_t>(visit.leaf) * roles, roles),
                        value.begin());
      continue;
    }
    if (visit.arms == 0) {
      std::ranges::copy(tree_.sums(visit.node), value.begin());
      continue;
    }
    const auto& node = tree_[visit.node];
    auto& table = strategy(visit.node);
    current(table, node, learner, sigma);
    const auto below = [&](std::uint32_t arm) {
      return std::span(values_).subspan(links_[visit.links + arm] * roles, roles);
    };
    for (std::uint32_t arm = 0; arm < visit.arms; ++arm)
      for (std::uint32_t role = 0; role < roles; ++role) value[role] += sigma[arm] * below(arm)[role];
    for (std::uint32_t arm = 0; arm < visit.arms; ++arm)
      table.regret[node.first[learner] + arm] += below(arm)[learner] - value[learner];
    if (lonely_)
      for (std::uint32_t arm = 0; arm < visit.arms; ++arm)
        table.average[node.first[learner] + arm] += sigma[arm];
    if (number > 0 || learner != role_) continue;
    for (std::uint32_t arm = 0; arm < visit.arms; ++arm) {
      ++tries_[arm];
      for (std::uint32_t role = 0; role < roles; ++role) totals_[arm * roles + role] += below(arm)[role];
    }
  }
}

Cfr::Strategy& Cfr::strategy(NodeIndex node) {
  auto& table = strategies_[node];
  if (table.regret.size() != tree_[node].arms.size()) {
    table.regret.assign(tree_[node].arms.size(), 0);
    table.average.assign(tree_[node].arms.size(), 0);
    strategy_bytes_ += size_of(table);
  }
  return table;
}

// Regret matching; uniform where no regret is positive.
void Cfr::current(const Strategy& strategy, const Node& node, std::uint32_t role,
                  std::vector<double>& sigma) const {
  const auto arms = node.arm_count(role);
  sigma.resize(arms);
  double total = 0;
  for (std::uint32_t arm = 0; arm < arms; ++arm) {
    sigma[arm] = std::max(0.0, strategy.regret[node.first[role] + arm]);
    total += sigma[arm];
  }
  for (auto& share : sigma) share = total > 0 ? share / total : 1.0 / arms;
}

// The average strategy of the own role; where it alone chooses, the most frequent move is played.
std::vector<double> Cfr::average_at_root() const {
  const auto& root = tree_[tree_.root()];
  const auto arms = root.arm_count(role_);
  std::vector<double> weights(arms, 1.0 / arms);
  const auto found = strategies_.find(tree_.root());
  if (found == strategies_.end()) return weights;
  double total = 0;
  for (std::uint32_t arm = 0; arm < arms; ++arm) total += found->second.average[root.first[role_] + arm];
  if (total > 0)
    for (std::uint32_t arm = 0; arm < arms; ++arm)
      weights[arm] = found->second.average[root.first[role_] + arm] / total;
  if (root.mover == static_cast<std::int32_t>(role_)) {
    const auto best = std::ranges::max_element(weights) - weights.begin();
    std::ranges::fill(weights, 0.0);
    weights[static_cast<std::size_t>(best)] = 1;
  }
  return weights;
}

SearchReport Cfr::report() const {
  auto report = report_of(tree_, role_);
  const auto roles = tree_.role_count();
  report.samples = samples_;
  report.depth = limit_.depth();
  if (report.moves.empty() || report.proven) return report;
  report.line.clear();
  const auto weights = average_at_root();
  std::uint64_t tries = 0;
  report.values.assign(roles, 0);
  for (std::size_t arm = 0; arm < report.moves.size(); ++arm) {
    auto& move = report.moves[arm];
    move.visits = tries_[arm];
    move.weight = weights[arm];
    tries += tries_[arm];
    if (!move.proven) {
      move.values.clear();
      for (std::uint32_t role = 0; role < roles && tries_[arm] > 0; ++role)
        move.values.push_back(100 * totals_[arm * roles + role] / static_cast<double>(tries_[arm]));
    }
    for (std::uint32_t role = 0; role < roles && !move.values.empty(); ++role)
      report.values[role] += weights[arm] * move.values[role];
  }
  if (tries == 0) report.values.clear();
  report.chosen = drawn_by_weight(report.moves, role_, seed_);
  return report;
}

std::uint32_t drawn_by_weight(const std::vector<MoveReport>& moves, std::uint32_t, std::uint64_t seed) {
  double rest = Random(mix64(~seed)).real();
  for (std::uint32_t i = 0; i < moves.size(); ++i)
    if ((rest -= moves[i].weight) < 0) return i;
  return static_cast<std::uint32_t>(std::ranges::max_element(moves, {}, &MoveReport::weight) - moves.begin());
}

Kind kind() {
  return Kind::of<Options>("cfr", "external sampling counterfactual regret minimisation, average strategy",
                           "Lanctot et al. 2009; Koriche et al. 2016 (JFPC), §5",
                           {{"depth", &Options::depth, "joint moves", 0, kUnbounded,
                             "joint moves before playouts; 0: grows while an iteration has few leaves"},
                            {"leaves", &Options::leaves, "leaves", 1, kUnbounded,
                             "leaves of an iteration beyond which the depth stays"},
                            playouts_option<Options>(),
                            horizon_option<Options>()},
                           [](const Engines& engines, std::uint32_t role, const Options& options) {
                             return information::tells_percepts(engines)
                                        ? one_a_thread<ObservationCfr, Options>(drawn_by_weight)(
                                              engines, role, options)
                                        : one_a_thread<Cfr, Options>(drawn_by_weight)(engines, role, options);
                           });
}

}  // namespace woodstock::search::cfr
