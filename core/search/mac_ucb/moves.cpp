// What MAC-UCB learns from the moves made in playouts: they are counted for all stages above, and successors
// without playouts of their own are judged by them.
#include <algorithm>

#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/mac_ucb.hpp"
#include "search/mac_ucb/stage_prior.hpp"

namespace woodstock::search::mac_ucb {

using namespace lanes;

// Number of the circuit's move of the one who decides. All others have one move each, so that joint actions
// are numbered like the decider's moves, which come after one of each role before.
std::uint32_t MacUcb::decision(const Expansion& expansion, std::uint32_t action) const {
  const auto role = expansion.deciders[0];
  return lanes_->circuit().role_begin(role) + static_cast<std::uint32_t>(expansion.moves[role + action]);
}

// A table for a stage about to be expanded, with the effects of the decider's moves where it last decided
// above.
void MacUcb::begin_table(const Leaf& leaf, Expansion& expansion) {
  const auto role = expansion.deciders[0];
  expansion.table.reset(expansion.counts[role], payoffs_.size());
  for (std::size_t k = leaf.path.size() - 1; k-- > 0;) {
    const auto& above = *tree_[leaf.path[k]].expansion;
    if (above.table.empty() || above.deciders[0] != role) continue;
    // Moves of a role are in ascending order.
    bool some = false;
    for (std::uint32_t m = 0, other = 0; m < expansion.counts[role]; ++m) {
      const auto move = decision(expansion, m);
      while (other < above.counts[role] && decision(above, other) < move) ++other;
      if (other == above.counts[role]) break;
      if (decision(above, other) != move) continue;
      if (!some) above.table.effects(effects_);
      some = true;
      expansion.table.inherit(m, &effects_[std::size_t{other} * payoffs_.size()]);
    }
    if (some) return;
  }
}

void MacUcb::count_moves(const Leaf& leaf, std::size_t group, const LaneTotals& totals) {
  const auto& circuit = lanes_->circuit();
  const std::size_t moves = circuit.move_count(), roles = circuit.role_count(), size = payoffs_.size();
  const auto reward = [&](const std::vector<std::int64_t>& sums, std::size_t row, std::size_t i) {
    return static_cast<float>(sums[row * roles + payoffs_.owner(static_cast<std::uint32_t>(i))]) / kPoints;
  };
  made_.resize(moves);
  rewards_.resize(moves * size);
  for (std::size_t move = 0; move < moves; ++move) {
    made_[move] = static_cast<float>(totals.all_counts[group * moves + move]);
    for (std::size_t i = 0; i < size; ++i)
      rewards_[move * size + i] = reward(totals.all_sums, group * moves + move, i);
  }
  const auto* last = tree_[leaf.id()].expansion.get();
  const bool opened = leaf.expand && last != nullptr && !last->table.empty();
  float all = 0;
  std::vector<float> sums(size, 0.0F);
  for (std::size_t k = 0; k < leaf.starts(); ++k) {
    const auto row = leaf.start + k;
    const auto playouts = static_cast<float>(totals.playouts[row]);
    all += playouts;
    for (std::size_t i = 0; i < size; ++i) sums[i] += reward(totals.sums, row, i);
    if (!opened) continue;
    const auto move = decision(*last, leaf.sampled[k]);
    made_[move] += playouts;
    for (std::size_t i = 0; i < size; ++i) rewards_[move * size + i] += reward(totals.sums, row, i);
  }
  const auto enter = [&](Expansion& expansion) {
    for (std::uint32_t m = 0; m < expansion.children.size(); ++m)
      if (const auto move = decision(expansion, m); made_[move] > 0)
        expansion.table.add(m, made_[move], &rewards_[move * size]);
  };
  if (opened) {
    enter(*tree_[leaf.id()].expansion);
    foresight_.notice(last->table.made() / (all * static_cast<float>(last->children.size())));
  }
  for (std::size_t k = leaf.path.size() - 1; k-- > 0;) {
    auto& above = *tree_[leaf.path[k]].expansion;
    if (above.table.empty()) continue;
    const auto move = decision(above, leaf.taken[k]);
    made_[move] = all;
    std::copy(sums.begin(), sums.end(), rewards_.begin() + static_cast<std::ptrdiff_t>(move * size));
    enter(above);
  }
}

// Successors are judged anew by what their moves seem to add to the mean of the stage.
void MacUcb::foretell(StageId id) {
  const auto& expansion = *tree_[id].expansion;
  const auto size = payoffs_.size();
  const auto kappa = static_cast<float>(options_.shrinkage);
  const float trust = foresight_.trust();
  expansion.table.effects(effects_);
  float middle[kMostNumbers];
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto samples = static_cast<float>(tree_[id].samples), before = id == root_ ? 0 : kappa;
    middle[i] = (samples * tree_.mean(id)[i] + before * tree_.prior(id)[i]) / (samples + before);
  }
  for (std::size_t m = 0; m < expansion.children.size(); ++m) {
    const auto child = expansion.children[m];
    auto& node = tree_[child];
    if (node.solved) continue;
    const auto own = static_cast<float>(node.own);
    const float share = node.belief / (node.belief + static_cast<float>(node.samples) + 1);
    for (std::uint32_t i = 0; i < size; ++i) {
      auto& prior = tree_.prior(child)[i];
      const float before = prior;
      prior = std::clamp(middle[i] + trust * effects_[m * size + i], 0.0F, payoffs_.most());
      if (node.expansion)
        tree_.value(child)[i] = std::clamp(tree_.value(child)[i] + share * (prior - before),
                                           tree_.low(child)[i], tree_.high(child)[i]);
      else
        tree_.value(child)[i] = shrunk(tree_.mean(child)[i], own, prior);
    }
    node.belief = static_cast<float>(options_.belief);
  }
}

// The mean of all playouts below each stage of the path.
void MacUcb::average(const Leaf& leaf, const LaneTotals& totals) {
  if (leaf.playouts == 0) return;
  const auto roles = lanes_->circuit().role_count();
  for (std::uint32_t i = 0; i < payoffs_.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < leaf.starts(); ++k)
      sum += static_cast<double>(totals.sums[(leaf.start + k) * roles + payoffs_.owner(i)]);
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

}  // namespace woodstock::search::mac_ucb
