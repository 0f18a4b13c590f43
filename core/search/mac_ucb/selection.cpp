#include "search/mac_ucb/selection.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace woodstock::search::mac_ucb {

// A role has no use for actions that cannot give it more than it has for certain (θ), unless it cannot have
// more at all: then what the others have is still open.
float Selection::least_of_interest(StageId id, std::uint32_t role) const {
  const float floor = payoffs_.lower(role, tree_.low(id), tree_.high(id));
  const float ceiling = payoffs_.upper(role, tree_.low(id), tree_.high(id));
  return floor > 0 && ceiling > floor ? floor : -1;
}

std::int64_t Selection::pick_decided(StageId id, std::uint32_t role) const {
  const auto& expansion = *tree_[id].expansion;
  const auto size = payoffs_.size();
  const float bar = least_of_interest(id, role);
  const float scale = confidence(options_.exploration, tree_[id]);
  std::int64_t best = -1, least = -1;
  float best_score = 0;
  double fewest = 0;
  const auto actions = static_cast<std::uint32_t>(expansion.children.size());
  for (std::uint32_t action = 0; action < actions; ++action) {
    const auto& node = tree_[expansion.children[action]];
    if (!selectable(node)) continue;
    const float* numbers = std::as_const(tree_).value(expansion.children[action]);
    if (payoffs_.upper(role, numbers + 3 * size, numbers + 4 * size) <= bar) continue;  // under θ
    const float score = payoffs_.urge(role, numbers) +
                        scale / std::sqrt(static_cast<float>(node.samples) + 1) -
                        virtual_loss_ * static_cast<float>(node.in_flight);
    if (best < 0 || score > best_score) {
      best = action;
      best_score = score;
    }
    const double looks = static_cast<double>(node.samples) + node.in_flight * workload_.leaf_playouts();
    if (least < 0 || looks < fewest) {
      least = action;
      fewest = looks;
    }
  }
  if (tree_[id].depth > attentive_ || least < 0) return best;
  return fewest * actions < options_.attention * static_cast<double>(tree_[id].samples) ? least : best;
}

std::int64_t Selection::pick_with_chance(StageId id, std::uint32_t role) const {
  const auto& expansion = *tree_[id].expansion;
  const auto size = payoffs_.size();
  const auto chances = expansion.chances, stride = expansion.chance_stride;
  const auto actions = static_cast<std::uint32_t>(expansion.children.size());
  const float bar = least_of_interest(id, role);
  const float scale = confidence(options_.exploration, tree_[id]);
  std::int64_t best = -1;
  float best_score = 0;
  float mixed[kMostNumbers];
  for (std::uint32_t action = 0; action < actions; ++action) {
    if (action / stride % chances != 0) continue;
    float samples = 0, flying = 0, ceiling = 0;
    bool open = false;
    std::fill_n(mixed, size, 0.0F);
    for (std::uint32_t c = 0; c < chances; ++c) {
      const auto child = expansion.children[action + c * stride];
      const float odds = expansion.odds.empty() ? 1 : expansion.odds[c] * static_cast<float>(chances);
      for (std::uint32_t i = 0; i < size; ++i) mixed[i] += odds * tree_.value(child)[i];
      ceiling += odds * payoffs_.upper(role, tree_.low(child), tree_.high(child));
      samples += static_cast<float>(tree_[child].samples);
      flying += static_cast<float>(tree_[child].in_flight);
      open = open || selectable(tree_[child]);
    }
    if (!open) continue;
    if (ceiling / static_cast<float>(chances) <= bar) continue;
    for (std::uint32_t i = 0; i < size; ++i) mixed[i] /= static_cast<float>(chances);
    const float score = payoffs_.urge(role, mixed) + scale / std::sqrt(samples + 1) - virtual_loss_ * flying;
    if (best < 0 || score > best_score) {
      best = action;
      best_score = score;
    }
  }
  return best < 0 ? best : pick_outcome(id, static_cast<std::uint32_t>(best));
}

// Of one joint action of the others, the outcome of chance with the fewest looks for its odds.
std::int64_t Selection::pick_outcome(StageId id, std::uint32_t arm) const {
  const auto& expansion = *tree_[id].expansion;
  std::int64_t outcome = -1;
  double fewest = 0;
  for (std::uint32_t c = 0; c < expansion.chances; ++c) {
    const auto action = arm + c * expansion.chance_stride;
    const auto& node = tree_[expansion.children[action]];
    if (!selectable(node)) continue;
    double visits = static_cast<double>(node.samples) + node.in_flight * workload_.leaf_playouts();
    if (!expansion.odds.empty()) visits = (visits + 1) / expansion.odds[c];
    if (outcome < 0 || visits < fewest) {
      outcome = action;
      fewest = visits;
    }
  }
  return outcome;
}

std::int64_t Selection::pick_simultaneous(StageId id) {
  const auto& expansion = *tree_[id].expansion;
  const auto actions = static_cast<std::uint32_t>(expansion.children.size());
  // The products of the deciders' interests, joint action after joint action.
  auto &weights = weights_, &wider = wider_weights_;
  weights.assign(1, 1.0F);
  const float* interest = expansion.interest.data();
  for (std::uint32_t role = 0; role < expansion.counts.size(); ++role) {
    const auto count = expansion.counts[role];
    if (count == 1) continue;
    const bool decides = std::ranges::find(expansion.deciders, role) != expansion.deciders.end();
    wider.clear();
    for (const auto weight : weights)
      for (std::uint32_t m = 0; m < count; ++m) wider.push_back(decides ? weight * interest[m] : weight);
    if (decides) interest += count;
    weights.swap(wider);
  }
  std::int64_t best = -1;
  double best_score = 0;
  for (std::uint32_t action = 0; action < actions; ++action) {
    const auto& node = tree_[expansion.children[action]];
    if (!selectable(node)) continue;
    const double weight = (1 - kUniform) * weights[action] + kUniform / actions;
    const double score = weight / (static_cast<double>(node.samples) +
                                   workload_.leaf_playouts() * node.in_flight + options_.playouts + 1);
    if (best < 0 || score > best_score) {
      best = action;
      best_score = score;
    }
  }
  return best;
}

std::int64_t Selection::pick(StageId id) {
  const auto& expansion = *tree_[id].expansion;
  if (!expansion.interest.empty()) return pick_simultaneous(id);
  const auto role = expansion.deciders.empty() ? payoffs_.owner(0) : expansion.deciders[0];
  return expansion.chances == 1 ? pick_decided(id, role) : pick_with_chance(id, role);
}

// Where expanding costs many playouts and chance has many moves, looking at one of them says little about the
// action: all of them share the playouts until there are some for each.
bool Selection::enter_arm(StageId id, std::uint32_t action, Leaf& leaf) const {
  const auto& expansion = *tree_[id].expansion;
  if (expansion.chances == 1 || !expansion.odds.empty() || !workload_.costly()) return false;
  leaf.action = expansion.arm_begin(action);
  std::uint64_t own = 0;
  for (std::uint32_t c = 0; c < expansion.chances; ++c) {
    const auto child = expansion.children[leaf.action + c * expansion.chance_stride];
    own += tree_[child].own;
    if (selectable(tree_[child]) && !tree_[child].expansion) leaf.arm.push_back(child);
  }
  if (own >= std::uint64_t{options_.first} * expansion.chances) leaf.arm.clear();
  // Lines that transpose may meet in a stage.
  std::sort(leaf.arm.begin(), leaf.arm.end());
  leaf.arm.erase(std::unique(leaf.arm.begin(), leaf.arm.end()), leaf.arm.end());
  return !leaf.arm.empty();
}

bool Selection::descend(Leaf& leaf, StageId root) {
  auto& path = leaf.path;
  while (selectable(tree_[root])) {
    path.assign(1, root);
    leaf.taken.clear();
    leaf.arm.clear();
    bool blocked = false;
    while (tree_[path.back()].expansion) {
      const auto action = pick(path.back());
      blocked = action < 0;
      if (!blocked && enter_arm(path.back(), static_cast<std::uint32_t>(action), leaf)) break;
      if (blocked) break;
      leaf.taken.push_back(static_cast<std::uint32_t>(action));
      path.push_back(tree_[path.back()].expansion->children[leaf.taken.back()]);
    }
    if (!blocked) {
      for (const auto id : path) ++tree_[id].in_flight;
      for (const auto id : leaf.arm) ++tree_[id].in_flight;
      return true;
    }
    // Successors may have been solved on another line that leads to them: then this stage learns it now.
    const auto end = path.back();
    for (auto id = path.rbegin(); id != path.rend(); ++id) backup_.update(tree_, *id);
    if (selectable(tree_[end])) return false;  // all that is left is under way
  }
  return false;
}

void Selection::choose(Job& job, StageId root, std::uint32_t playouts) {
  job.count = 0;
  attentive_ = tree_[root].depth + kAttentive;
  double taken = 0;
  while (job.count < kMostLeaves && (job.count == 0 || taken + workload_.leaf_playouts() / 2 <= playouts)) {
    auto& leaf = job.next();
    if (!descend(leaf, root)) break;
    leaf.words.clear();
    const auto append = [&](StageId id) {
      const auto words = tree_.words(id);
      leaf.words.insert(leaf.words.end(), words.begin(), words.end());
    };
    if (leaf.arm.empty()) append(leaf.id());
    for (const auto id : leaf.arm) append(id);
    const auto& node = tree_[leaf.id()];
    leaf.depth = node.depth;
    // Where expanding costs many playouts, only arms that look good after a few of their own are expanded.
    leaf.expand =
        leaf.arm.empty() && (leaf.id() == root || !workload_.costly() || node.own >= options_.first);
    taken += leaf.expand ? workload_.leaf_playouts() : options_.least;
    ++job.count;
  }
}

}  // namespace woodstock::search::mac_ucb
