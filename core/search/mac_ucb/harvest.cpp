#include "search/mac_ucb/harvest.hpp"

#include <algorithm>

#include "lanes/lanes.hpp"

namespace woodstock::search::mac_ucb {

// What the evaluator said of a stage's successors.
struct Harvest::Answers {
  const Estimates& estimates;
  const Payoffs& payoffs;
  std::uint32_t roles;
  const std::vector<std::int32_t>& starts;

  bool has(std::uint32_t action) const { return starts[action] >= 0; }
  float playouts(std::uint32_t action) const {
    return static_cast<float>(estimates.weights[static_cast<std::size_t>(starts[action])]);
  }
  void read_mean(std::uint32_t action, float* mean) const {
    const auto row = static_cast<std::size_t>(starts[action]) * roles;
    for (std::uint32_t i = 0; i < payoffs.size(); ++i)
      mean[i] = static_cast<float>(estimates.sums[row + payoffs.owner(i)]) / (kPoints * playouts(action));
  }
};

void Harvest::add_samples(const Leaf& leaf, const Estimates& estimates, bool root) {
  const auto id = leaf.id();
  auto& node = tree_[id];
  const auto roles = circuit_.role_count();
  const auto more = static_cast<float>(estimates.weights[leaf.start]), before = static_cast<float>(node.own);
  for (std::uint32_t i = 0; i < payoffs_.size(); ++i) {
    const auto sum = static_cast<float>(estimates.sums[leaf.start * roles + payoffs_.owner(i)]) / kPoints;
    auto& mean = tree_.mean(id)[i];
    mean = (mean * before + sum) / (before + more);
    const float prior = root && before == 0 ? mean : tree_.prior(id)[i];
    tree_.value(id)[i] = shrunk(mean, before + more, prior, static_cast<float>(options_.shrinkage));
  }
  node.own += static_cast<std::uint32_t>(more);
}

void Harvest::add_arm_samples(const Leaf& leaf, const Estimates& estimates) {
  auto& expansion = *tree_[leaf.id()].expansion;
  const auto roles = circuit_.role_count();
  const auto size = payoffs_.size();
  const auto kappa = static_cast<float>(options_.shrinkage);
  for (std::size_t k = 0; k < leaf.arm.size(); ++k) {
    auto& node = tree_[leaf.arm[k]];
    const auto start = leaf.start + k;
    const auto more = static_cast<float>(estimates.weights[start]), before = static_cast<float>(node.own);
    for (std::uint32_t i = 0; i < size; ++i) {
      auto& mean = tree_.mean(leaf.arm[k])[i];
      mean =
          (mean * before + static_cast<float>(estimates.sums[start * roles + payoffs_.owner(i)]) / kPoints) /
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
      tree_.value(child)[i] = shrunk(tree_.mean(child)[i], own, prior, kappa);
    }
  }
}

// The mean of all playouts below each stage of the path.
void Harvest::average(const Leaf& leaf, const Estimates& estimates) {
  if (leaf.playouts == 0) return;
  const auto roles = circuit_.role_count();
  for (std::uint32_t i = 0; i < payoffs_.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < leaf.starts(); ++k)
      sum += estimates.sums[(leaf.start + k) * roles + payoffs_.owner(i)];
    const auto fresh =
        static_cast<float>(sum / (static_cast<double>(kPoints) * static_cast<double>(leaf.playouts)));
    for (const auto id : leaf.path) {
      if (!tree_[id].expansion) continue;
      const auto all = static_cast<float>(tree_[id].samples + leaf.playouts);
      auto& mean = tree_.mean(id)[i];
      mean += (fresh - mean) * static_cast<float>(leaf.playouts) / all;
    }
  }
}

void Harvest::settle(StageId id, std::span<const std::int32_t> goals, std::uint16_t length) {
  tree_[id].solved = true;
  tree_[id].length = length;
  for (float* numbers : {tree_.value(id), tree_.mean(id), tree_.low(id), tree_.high(id)})
    payoffs_.store(goals, numbers);
}

void Harvest::make_terminal(StageId id, std::span<const std::int32_t> goals) {
  misjudged_ = misjudged_ || !payoffs_.fits(goals);
  tree_[id].terminal = true;
  settle(id, goals);
}

StagePrior Harvest::prior_of(const Leaf& leaf, const Expansion& expansion, const Answers& answers) {
  const auto& found = leaf.expansion;
  const auto roles = circuit_.role_count();
  const auto actions = static_cast<std::uint32_t>(found.successor_terminal.size());
  float mean[kMostNumbers];
  StagePrior prior(expansion, payoffs_.size(), payoffs_.most());
  for (std::uint32_t s = 0; s < actions; ++s) {
    if (found.successor_terminal[s]) {
      payoffs_.store({found.successor_goals.data() + std::size_t{s} * roles, roles}, mean);
      prior.add(s, mean, static_cast<float>(options_.playouts));
    } else if (leaf.lost(s) && (expansion.chances > 1 || expansion.deciders.size() > 1)) {
      payoffs_.store(*leaf.threat_goals, mean);
      prior.add(s, mean, static_cast<float>(options_.playouts));
    } else if (answers.has(s)) {
      answers.read_mean(s, mean);
      prior.add(s, mean, answers.playouts(s) / static_cast<float>(leaf.images.sharing(s)));
    }
  }
  const auto blend = tree_[leaf.id()].samples > 0 ? options_.blend : 1.0;
  prior.settle(tree_.value(leaf.id()), static_cast<float>(blend), static_cast<float>(options_.shrinkage));
  return prior;
}

void Harvest::compare_with_expected(const Expansion& expansion, const Answers& answers) {
  float mean[kMostNumbers];
  pairs_.clear();
  for (std::uint32_t i = 0; i < payoffs_.size(); ++i)
    for (std::uint32_t s = 0; s < starts_.size(); ++s)
      if (answers.has(s) && expansion.twin(s) == s) {
        answers.read_mean(s, mean);
        pairs_.push_back({expansion.table.inherited(s)[i], mean[i], answers.playouts(s)});
      }
  later_moves_.learn(pairs_);
}

// What leads from the state of the root to a successor of a leaf.
std::span<const symmetry::Element> Harvest::frames_to(const Leaf& leaf, std::uint32_t action) {
  frames_.assign(1, proofs_->root_frame());
  for (std::size_t k = 0; k + 1 < leaf.path.size(); ++k)
    frames_.push_back(tree_[leaf.path[k]].expansion->frame(leaf.taken[k]));
  frames_.push_back(leaf.images.empty() ? symmetry::kIdentity : leaf.images.frames[action]);
  return frames_;
}

StageId Harvest::install_child(const Leaf& leaf, std::uint32_t action, const StagePrior& prior,
                               const Answers& answers) {
  const auto& found = leaf.expansion;
  const auto roles = circuit_.role_count();
  const auto size = payoffs_.size();
  const auto stride = State::words_for(circuit_.fluent_count());
  bool made = false;
  const auto& states = leaf.images.empty() ? found.successors : leaf.images.forms;
  const auto child = tree_.obtain({states.data() + std::size_t{action} * stride, stride}, leaf.depth + 1,
                                  leaf.keys[action], made);
  if (!leaf.images.empty()) benefit_.add(1, 0);
  if (found.successor_terminal[action]) {
    if (made) make_terminal(child, {found.successor_goals.data() + std::size_t{action} * roles, roles});
    return child;
  }
  auto& node = tree_[child];
  if (made) {
    prior.sum_up_action(action, tree_.prior(child));
    std::copy_n(tree_.prior(child), size, tree_.value(child));
    std::copy_n(tree_.prior(child), size, tree_.mean(child));
    std::fill_n(tree_.low(child), size, 0.0F);
    std::fill_n(tree_.high(child), size, payoffs_.most());
    if (proofs_ != nullptr && leaf.path.size() <= kProofReach)
      proofs_->settle(child, frames_to(leaf, action));
  }
  if (leaf.lost(action) && !node.expansion && !node.solved) settle(child, *leaf.threat_goals, 1);
  if (!answers.has(action) || node.expansion || node.solved) return child;
  const auto more = answers.playouts(action), before = static_cast<float>(node.own);
  float mean[kMostNumbers];
  answers.read_mean(action, mean);
  for (std::uint32_t i = 0; i < size; ++i) {
    auto& own = tree_.mean(child)[i];
    own = (own * before + mean[i] * more) / (before + more);
    tree_.value(child)[i] =
        shrunk(own, before + more, tree_.prior(child)[i], static_cast<float>(options_.shrinkage));
  }
  node.own += static_cast<std::uint32_t>(more);
  node.samples += static_cast<std::uint64_t>(more);
  return child;
}

void Harvest::install(Leaf& leaf, const Estimates& estimates, bool with_moves) {
  const auto id = leaf.id();
  const auto size = payoffs_.size();
  const auto actions = static_cast<std::uint32_t>(leaf.expansion.successor_terminal.size());
  if (actions == 0) {  // nobody can move and the game does not end: as good as over, with the goals that hold
    settle(id, leaf.expansion.goals);
    return;
  }
  for (const auto key : leaf.keys) tree_.prefetch_stage(key);
  auto expansion = std::move(leaf.shape);
  starts_.assign(actions, -1);
  for (std::uint32_t k = 0; k < leaf.sampled.size(); ++k)
    starts_[leaf.sampled[k]] = static_cast<std::int32_t>(leaf.start + k);
  for (std::uint32_t s = 0; s < actions; ++s)
    if (leaf.images.is_twin(s)) starts_[s] = starts_[leaf.images.twins[s]];
  const Answers answers{estimates, payoffs_, circuit_.role_count(), starts_};
  const auto prior = prior_of(leaf, *expansion, answers);
  if (expansion->chances > 1) {
    expansion->prior = prior.stage();
    expansion->arms.resize(std::size_t{actions / expansion->chances} * size);
    for (std::uint32_t s = 0; s < actions; ++s)
      if (expansion->arm_begin(s) == s)
        prior.sum_up_arm(s, circuit_.chance_role(), &expansion->arms[std::size_t{expansion->arm(s)} * size]);
  }
  if (!leaf.images.empty() && leaf.images.some_twins()) expansion->twins = leaf.images.twins;
  const bool decided = expansion->deciders.size() == 1 && expansion->chances == 1;
  if (decided) workload_.add_decided(actions);
  if (decided && with_moves) {
    later_moves_.begin_table(leaf, *expansion);
    compare_with_expected(*expansion, answers);
  }
  for (std::uint32_t s = 0; s < actions; ++s) {
    const bool twin = leaf.images.is_twin(s);
    if (twin) benefit_.add(1, 1);
    expansion->children.push_back(twin ? expansion->children[leaf.images.twins[s]]
                                       : install_child(leaf, s, prior, answers));
  }
  if (leaf.images.turned()) expansion->frames = leaf.images.frames;
  tree_.expand(id, std::move(expansion));
  ++stages_;
}

void Harvest::add_leaf(Leaf& leaf, std::uint32_t number, StageId root, Job& job) {
  if (!leaf.arm.empty()) {
    add_arm_samples(leaf, job.estimates);
  } else if (leaf.expand) {
    install(leaf, job.estimates, job.moves);
    const auto successors = static_cast<double>(leaf.expansion.successor_terminal.size());
    workload_.add_leaf(leaf.playouts, 1 + successors / kLanes);
  } else {
    add_samples(leaf, job.estimates, leaf.id() == root);
  }
  // Outcomes of chance that were turned this way and that call moves by different names.
  const bool turned = !leaf.arm.empty() && !tree_[leaf.id()].expansion->frames.empty();
  if (job.moves && leaf.playouts > 0 && !turned) later_moves_.count(leaf, number, job.estimates);
  const auto worth = std::max<std::uint64_t>(leaf.playouts, 1);
  average(leaf, job.estimates);
  for (const auto id : leaf.path) {
    auto& node = tree_[id];
    node.samples += worth;
    job.touched.push_back(std::uint64_t{~node.depth} << 32 | id);
  }
  deepest_ = std::max(deepest_, static_cast<std::uint32_t>(leaf.path.size() - (leaf.expand ? 0 : 1)));
}

void Harvest::bring_in(Job& job, StageId root) {
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
    add_leaf(leaf, l, root, job);
    made += static_cast<std::uint32_t>(leaf.keys.size());
  }
  if (!job.complete) return;
  // Deepest first, each once: all successors are up to date before a stage asks them.
  auto& touched = job.touched;
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const auto entry : touched) {
    const auto id = static_cast<StageId>(entry);
    if (!tree_[id].expansion) continue;
    if (!tree_[id].expansion->table.empty()) later_moves_.foretell(id, id == root);
    backup_.update(tree_, id);
  }
  workload_.add_job(made, job.questions.empty() ? 0 : job.estimates.passes, job.time);
}

}  // namespace woodstock::search::mac_ucb
