// What a batch of MAC-UCB's leaves found enters the tree, and the values go back.
#include <algorithm>
#include <cmath>

#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/mac_ucb.hpp"
#include "search/mac_ucb/stage_prior.hpp"

namespace woodstock::search::mac_ucb {

using namespace lanes;

void MacUcb::add_samples(const Leaf& leaf, const LaneTotals& totals) {
  const auto id = leaf.id();
  auto& node = tree_[id];
  const auto roles = lanes_->circuit().role_count();
  const auto more = static_cast<float>(totals.playouts[leaf.start]), before = static_cast<float>(node.own);
  for (std::uint32_t i = 0; i < payoffs_.size(); ++i) {
    const auto sum = static_cast<float>(totals.sums[leaf.start * roles + payoffs_.owner(i)]) / kPoints;
    auto& mean = tree_.mean(id)[i];
    mean = (mean * before + sum) / (before + more);
    const float prior = id == root_ && before == 0 ? mean : tree_.prior(id)[i];
    tree_.value(id)[i] = shrunk(mean, before + more, prior);
  }
  node.own += static_cast<std::uint32_t>(more);
}

void MacUcb::add_arm_samples(const Leaf& leaf, const LaneTotals& totals) {
  auto& expansion = *tree_[leaf.id()].expansion;
  const auto roles = lanes_->circuit().role_count();
  const auto size = payoffs_.size();
  const auto kappa = static_cast<float>(options_.shrinkage);
  for (std::size_t k = 0; k < leaf.arm.size(); ++k) {
    auto& node = tree_[leaf.arm[k]];
    const auto start = leaf.start + k;
    const auto more = static_cast<float>(totals.playouts[start]), before = static_cast<float>(node.own);
    for (std::uint32_t i = 0; i < size; ++i) {
      auto& mean = tree_.mean(leaf.arm[k])[i];
      mean = (mean * before + static_cast<float>(totals.sums[start * roles + payoffs_.owner(i)]) / kPoints) /
             (before + more);
    }
    node.own += static_cast<std::uint32_t>(more);
    node.samples += static_cast<std::uint64_t>(more);
  }
  float weight = kappa;
  float sums[kMostNumbers], change[kMostNumbers];
  for (std::uint32_t i = 0; i < size; ++i) sums[i] = kappa * expansion.prior[i];
  for (std::uint32_t c = 0; c < expansion.chances; ++c) {
    const auto child = expansion.children[leaf.action + c * expansion.chance_stride];
    const auto own = static_cast<float>(tree_[child].own);
    weight += own;
    for (std::uint32_t i = 0; i < size; ++i) sums[i] += own * tree_.mean(child)[i];
  }
  float* arm = expansion.arms.data() + std::size_t{expansion.arm(leaf.action)} * size;
  for (std::uint32_t i = 0; i < size; ++i) {
    change[i] = sums[i] / weight - arm[i];
    arm[i] += change[i];
  }
  for (std::uint32_t c = 0; c < expansion.chances; ++c) {
    const auto child = expansion.children[leaf.action + c * expansion.chance_stride];
    const auto& node = tree_[child];
    if (node.solved || node.expansion) continue;
    const auto own = static_cast<float>(node.own);
    for (std::uint32_t i = 0; i < size; ++i) {
      auto& prior = tree_.prior(child)[i];
      prior = std::clamp(prior + change[i], 0.0F, payoffs_.most());
      tree_.value(child)[i] = shrunk(tree_.mean(child)[i], own, prior);
    }
  }
}

void MacUcb::prepare(Leaf& leaf) const {
  const auto& found = leaf.expansion;
  const auto& circuit = lanes_->circuit();
  const auto roles = circuit.role_count();
  const auto stride = lanes_->state_words();
  const auto actions = static_cast<std::uint32_t>(found.successor_terminal.size());
  leaf.keys.clear();
  for (std::uint32_t s = 0; s < actions; ++s)
    leaf.keys.push_back(
        PolicyTree::key_of({found.successors.data() + std::size_t{s} * stride, stride}, leaf.depth + 1));
  auto expansion = std::make_unique<Expansion>();
  expansion->partial = leaf.partial;
  expansion->children.reserve(actions);
  for (std::uint32_t role = 0, period = actions; role < roles; ++role) {
    // Rows that begin with the same moves of the earlier roles are `period` long; in them this role's moves
    // stand in runs of equal length.
    std::uint32_t length = 1;
    while (length < period && found.moves[std::size_t{length} * roles + role] == found.moves[role]) ++length;
    const auto count = period / length;
    expansion->counts.push_back(count);
    for (std::uint32_t m = 0; m < count; ++m) {
      const auto move = found.moves[std::size_t{m} * length * roles + role];
      expansion->moves.push_back(move < 0 ? move
                                          : move - static_cast<std::int32_t>(circuit.role_begin(role)));
    }
    const bool chance = static_cast<std::int32_t>(role) == circuit.chance_role();
    if (chance) {
      expansion->chances = count;
      expansion->chance_stride = length;
    } else if (count > 1) {
      expansion->deciders.push_back(role);
    }
    period = length;
  }
  if (expansion->deciders.size() > 1) {
    std::size_t moves = 0;
    for (const auto role : expansion->deciders) moves += expansion->counts[role];
    expansion->strategy.reserve(moves);
    expansion->interest.reserve(payoffs_.kind() == PayoffKind::kConstantSum ? 2 * moves : moves);
  }
  leaf.shape = std::move(expansion);
}

void MacUcb::install(Leaf& leaf, const LaneTotals& totals, bool with_moves) {
  const auto& found = leaf.expansion;
  const auto id = leaf.id();
  const auto roles = lanes_->circuit().role_count();
  const auto size = payoffs_.size();
  const auto stride = lanes_->state_words();
  const auto actions = static_cast<std::uint32_t>(found.successor_terminal.size());
  if (actions == 0) {  // nobody can move and the game does not end: as good as over, with the goals that hold
    auto& node = tree_[id];
    node.solved = true;
    payoffs_.store(found.goals, tree_.value(id));
    std::copy_n(tree_.value(id), size, tree_.low(id));
    std::copy_n(tree_.value(id), size, tree_.high(id));
    return;
  }
  for (const auto key : leaf.keys) tree_.prefetch_stage(key);
  auto expansion = std::move(leaf.shape);
  std::vector<std::int32_t> start(actions, -1);
  for (std::uint32_t k = 0; k < leaf.sampled.size(); ++k)
    start[leaf.sampled[k]] = static_cast<std::int32_t>(leaf.start + k);
  const auto playouts_of = [&](std::uint32_t s) {
    return static_cast<float>(totals.playouts[static_cast<std::size_t>(start[s])]);
  };
  float mean[kMostNumbers];
  const auto read_mean = [&](std::uint32_t s) {
    for (std::uint32_t i = 0; i < size; ++i)
      mean[i] =
          static_cast<float>(totals.sums[static_cast<std::size_t>(start[s]) * roles + payoffs_.owner(i)]) /
          (kPoints * playouts_of(s));
  };
  StagePrior prior(*expansion, size, payoffs_.most());
  for (std::uint32_t s = 0; s < actions; ++s) {
    if (found.successor_terminal[s]) {
      payoffs_.store({found.successor_goals.data() + std::size_t{s} * roles, roles}, mean);
      prior.add(s, mean, static_cast<float>(options_.playouts));
    } else if (start[s] >= 0) {
      read_mean(s);
      prior.add(s, mean, playouts_of(s));
    }
  }
  prior.settle(tree_.value(id), static_cast<float>(tree_[id].samples > 0 ? options_.blend : 1.0),
               static_cast<float>(options_.shrinkage));
  if (expansion->chances > 1) {
    expansion->prior = prior.stage();
    expansion->arms.resize(std::size_t{actions / expansion->chances} * size);
    for (std::uint32_t s = 0; s < actions; ++s)
      if (expansion->arm_begin(s) == s)
        prior.of_arm(s, lanes_->circuit().chance_role(),
                     &expansion->arms[std::size_t{expansion->arm(s)} * size]);
  }
  const bool decided = expansion->deciders.size() == 1 && expansion->chances == 1;
  if (decided) breadth_ += (actions - breadth_) / kRunningLeaves;
  if (decided && with_moves) {
    begin_table(leaf, *expansion);
    pairs_.clear();
    for (std::uint32_t i = 0; i < size; ++i)
      for (std::uint32_t s = 0; s < actions; ++s)
        if (start[s] >= 0) {
          read_mean(s);
          pairs_.push_back({expansion->table.inherited(s)[i], mean[i], playouts_of(s)});
        }
    foresight_.learn(pairs_);
  }
  for (std::uint32_t s = 0; s < actions; ++s) {
    bool made = false;
    const auto child = tree_.obtain({found.successors.data() + std::size_t{s} * stride, stride},
                                    tree_[id].depth + 1, leaf.keys[s], made);
    expansion->children.push_back(child);
    auto& node = tree_[child];
    if (found.successor_terminal[s]) {
      if (!made) continue;
      const std::span<const std::int32_t> goals{found.successor_goals.data() + std::size_t{s} * roles, roles};
      misjudged_ = misjudged_ || !payoffs_.fits(goals);
      node.terminal = node.solved = true;
      payoffs_.store(goals, tree_.value(child));
      std::copy_n(tree_.value(child), size, tree_.mean(child));
      std::copy_n(tree_.value(child), size, tree_.low(child));
      std::copy_n(tree_.value(child), size, tree_.high(child));
      continue;
    }
    if (made) {
      prior.of_action(s, tree_.prior(child));
      std::copy_n(tree_.prior(child), size, tree_.value(child));
      std::copy_n(tree_.prior(child), size, tree_.mean(child));
      std::fill_n(tree_.low(child), size, 0.0F);
      std::fill_n(tree_.high(child), size, payoffs_.most());
    }
    if (start[s] < 0 || node.expansion || node.solved) continue;
    const auto more = playouts_of(s), before = static_cast<float>(node.own);
    read_mean(s);
    for (std::uint32_t i = 0; i < size; ++i) {
      auto& own = tree_.mean(child)[i];
      own = (own * before + mean[i] * more) / (before + more);
      tree_.value(child)[i] = shrunk(own, before + more, tree_.prior(child)[i]);
    }
    node.own += static_cast<std::uint32_t>(more);
    node.samples += static_cast<std::uint64_t>(more);
  }
  tree_.expand(id, std::move(expansion));
  ++stages_;
}

void MacUcb::back_up(Job& job) {
  job.touched.clear();
  std::uint32_t made = 0;
  // The table is too large for the caches.
  if (job.complete)
    for (std::uint32_t l = 0; l < job.count; ++l)
      for (const auto key : job.leaves[l].keys) tree_.prefetch(key);
  for (std::uint32_t l = 0; l < job.count; ++l) {
    auto& leaf = job.leaves[l];
    for (const auto id : leaf.path) --tree_[id].in_flight;
    for (const auto id : leaf.arm) --tree_[id].in_flight;
    if (!job.complete) continue;
    if (!leaf.arm.empty()) {
      add_arm_samples(leaf, job.totals);
    } else if (leaf.expand) {
      install(leaf, job.totals, job.moves);
      made += static_cast<std::uint32_t>(leaf.expansion.successor_terminal.size());
      leaf_playouts_ += (static_cast<double>(leaf.playouts) - leaf_playouts_) / kRunningLeaves;
      effort_.solving += 1 + static_cast<double>(leaf.expansion.successor_terminal.size()) / kLanes;
    } else {
      add_samples(leaf, job.totals);
    }
    if (job.moves && leaf.playouts > 0) count_moves(leaf, l, job.totals);
    const auto worth = std::max<std::uint64_t>(leaf.playouts, 1);
    average(leaf, job.totals);
    for (const auto id : leaf.path) {
      auto& node = tree_[id];
      node.samples += worth;
      job.touched.push_back(std::uint64_t{~node.depth} << 32 | id);
    }
    deepest_ = std::max(deepest_, static_cast<std::uint32_t>(leaf.path.size() - (leaf.expand ? 0 : 1)));
  }
  if (!job.complete) return;
  largest_ = std::max(largest_, made);
  if (!job.starts.empty()) effort_.sampling += static_cast<double>(job.totals.steps) / kLanes;
  // Deepest first, each once: all successors are up to date before a stage asks them.
  auto& touched = job.touched;
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const auto entry : touched) {
    const auto id = static_cast<StageId>(entry);
    if (!tree_[id].expansion) continue;
    if (!tree_[id].expansion->table.empty()) foretell(id);
    backup_.update(tree_, id);
  }
  if (options_.split > 0 && effort_.solving + effort_.sampling > 0) {
    const double share = effort_.solving / (effort_.solving + effort_.sampling);
    scale_ = std::clamp(scale_ * (share < options_.split ? 1 - kScaleStep : 1 + kScaleStep), 1 / kMostScale,
                        kMostScale);
  }
}

}  // namespace woodstock::search::mac_ucb
