#include "search/mac_ucb/later_moves.hpp"

#include <algorithm>

#include "search/mac_ucb/stage_prior.hpp"

namespace woodstock::search::mac_ucb {

// Number of the circuit's move of the one who decides. All others have one move each, so that joint actions
// are numbered like the decider's moves, which come after one of each role before.
std::uint32_t LaterMoves::decision(const Expansion& expansion, std::uint32_t action) const {
  const auto role = expansion.deciders[0];
  return circuit_.role_begin(role) + static_cast<std::uint32_t>(expansion.moves[role + action]);
}

void LaterMoves::begin_table(const Leaf& leaf, Expansion& expansion) {
  const auto role = expansion.deciders[0];
  expansion.table.reset(expansion.counts[role], payoffs_.size());
  std::vector<symmetry::Element> frames;
  for (std::size_t k = leaf.path.size() - 1; k-- > 0;) {
    const auto& above = *tree_[leaf.path[k]].expansion;
    if (!above.frames.empty() && above.frame(leaf.taken[k]) != symmetry::kIdentity)
      frames.push_back(above.frame(leaf.taken[k]));
    if (above.table.empty() || above.deciders[0] != role) continue;
    // Moves of a role are in ascending order, unless frames have mixed them up.
    bool some = false;
    for (std::uint32_t m = 0, other = 0; m < expansion.counts[role]; ++m) {
      auto move = decision(expansion, m);
      for (const auto frame : frames) move = group_->move_back(frame, move);
      if (!frames.empty()) other = 0;
      while (other < above.counts[role] && decision(above, other) < move) ++other;
      if (other == above.counts[role] || decision(above, other) != move) continue;
      if (!some) above.table.effects(effects_);
      some = true;
      expansion.table.inherit(m, &effects_[std::size_t{above.twin(other)} * payoffs_.size()]);
    }
    if (some) return;
  }
}

// Moves whose successors are images of each other have one row.
void LaterMoves::enter(Expansion& expansion) const {
  for (std::uint32_t m = 0; m < expansion.children.size(); ++m)
    if (const auto move = decision(expansion, m); made_[move] > 0)
      expansion.table.add(expansion.twin(m), made_[move], &rewards_[move * payoffs_.size()]);
}

// Moves as they are called before a frame.
void LaterMoves::turn_back(symmetry::Element frame) {
  if (frame == symmetry::kIdentity) return;
  const auto size = payoffs_.size();
  turned_.resize(made_.size());
  for (std::uint32_t move = 0; move < made_.size(); ++move) turned_[move] = made_[group_->move(frame, move)];
  made_.swap(turned_);
  turned_.resize(rewards_.size());
  for (std::uint32_t move = 0; move < made_.size(); ++move)
    std::copy_n(rewards_.begin() + static_cast<std::ptrdiff_t>(group_->move(frame, move) * size), size,
                turned_.begin() + static_cast<std::ptrdiff_t>(move * size));
  rewards_.swap(turned_);
}

void LaterMoves::count(const Leaf& leaf, std::size_t group, const Estimates& estimates) {
  const std::size_t moves = circuit_.move_count(), roles = circuit_.role_count(), size = payoffs_.size();
  const auto reward = [&](const auto& sums, std::size_t row, std::size_t i) {
    return static_cast<float>(sums[row * roles + payoffs_.owner(static_cast<std::uint32_t>(i))]) / kPoints;
  };
  made_.resize(moves);
  rewards_.resize(moves * size);
  for (std::size_t move = 0; move < moves; ++move) {
    made_[move] = estimates.move_weights[group * moves + move];
    for (std::size_t i = 0; i < size; ++i)
      rewards_[move * size + i] = reward(estimates.move_sums, group * moves + move, i);
  }
  auto* last = tree_[leaf.id()].expansion.get();
  const bool opened = leaf.expand && last != nullptr && !last->table.empty();
  float all = 0;
  std::vector<float> sums(size, 0.0F);
  for (std::size_t k = 0; k < leaf.starts(); ++k) {
    const auto row = leaf.start + k;
    const auto playouts = static_cast<float>(estimates.weights[row]);
    all += playouts;
    for (std::size_t i = 0; i < size; ++i) sums[i] += reward(estimates.sums, row, i);
    if (!opened) continue;
    const auto move = decision(*last, leaf.sampled[k]);
    made_[move] += playouts;
    for (std::size_t i = 0; i < size; ++i) rewards_[move * size + i] += reward(estimates.sums, row, i);
  }
  if (opened) {
    enter(*last);
    foresight_.notice(last->table.made() / (all * static_cast<float>(last->children.size())));
  }
  for (std::size_t k = leaf.path.size() - 1; k-- > 0;) {
    auto& above = *tree_[leaf.path[k]].expansion;
    turn_back(above.frame(leaf.taken[k]));
    if (above.table.empty()) continue;
    const auto move = decision(above, leaf.taken[k]);
    made_[move] = all;
    std::copy(sums.begin(), sums.end(), rewards_.begin() + static_cast<std::ptrdiff_t>(move * size));
    enter(above);
  }
}

void LaterMoves::foretell(StageId id, bool root) {
  const auto& expansion = *tree_[id].expansion;
  const auto size = payoffs_.size();
  const auto kappa = static_cast<float>(options_.shrinkage);
  const float trust = foresight_.trust();
  expansion.table.effects(effects_);
  float middle[kMostNumbers];
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto samples = static_cast<float>(tree_[id].samples), before = root ? 0 : kappa;
    middle[i] = (samples * tree_.mean(id)[i] + before * tree_.prior(id)[i]) / (samples + before);
  }
  for (std::uint32_t m = 0; m < expansion.children.size(); ++m) {
    if (expansion.twin(m) != m) continue;
    const auto child = expansion.children[m];
    auto& node = tree_[child];
    if (node.solved) continue;
    const auto own = static_cast<float>(node.own);
    const float share = node.belief / (node.belief + static_cast<float>(node.samples) + 1);
    for (std::uint32_t i = 0; i < size; ++i) {
      auto& prior = tree_.prior(child)[i];
      const float before = prior;
      prior = std::clamp(middle[i] + trust * effects_[std::size_t{m} * size + i], 0.0F, payoffs_.most());
      if (node.expansion)
        tree_.value(child)[i] = std::clamp(tree_.value(child)[i] + share * (prior - before),
                                           tree_.low(child)[i], tree_.high(child)[i]);
      else
        tree_.value(child)[i] = shrunk(tree_.mean(child)[i], own, prior, kappa);
    }
    node.belief = static_cast<float>(options_.belief);
  }
}

}  // namespace woodstock::search::mac_ucb
