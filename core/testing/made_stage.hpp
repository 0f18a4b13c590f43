// A stage of MAC-UCB's tree with successors made up for a test: two players, of constant sum unless told
// otherwise, each with so many moves, and the first one's value after each joint action. Where each plays for
// itself the second has a half.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/mac_ucb/policy_tree.hpp"
#include "testing/heap_game.hpp"

namespace woodstock {

struct MadeStage {
  using StageId = search::mac_ucb::StageId;

  search::Payoffs payoffs;
  search::mac_ucb::PolicyTree tree;
  StageId root = search::mac_ucb::kNoStage;

  MadeStage(const std::vector<std::uint32_t>& counts, const std::vector<float>& values,
            search::PayoffKind kind = search::PayoffKind::kConstantSum)
      : payoffs(kind, heap_game(7)), tree(8, payoffs.size()) {
    root = stage(0);
    expand(root, counts, values);
  }
  StageId stage(std::uint32_t depth) {
    bool made = false;
    const std::vector<std::uint64_t> words(1, next_++);
    const auto id = tree.obtain(words, depth, made);
    for (std::uint32_t i = 0; i < payoffs.size(); ++i) tree.high(id)[i] = 1;
    return id;
  }
  // Every successor has 100 playouts.
  void expand(StageId id, const std::vector<std::uint32_t>& counts, const std::vector<float>& values) {
    auto expansion = std::make_unique<search::mac_ucb::Expansion>();
    expansion->counts = counts;
    for (std::uint32_t role = 0; role < 2; ++role) {
      for (std::uint32_t m = 0; m < counts[role]; ++m)
        expansion->moves.push_back(static_cast<std::int32_t>(m));
      if (counts[role] > 1) expansion->deciders.push_back(role);
    }
    if (payoffs.kind() == search::PayoffKind::kGeneral)
      expansion->regrets = std::make_unique<std::pair<search::Regrets, search::Regrets>>();
    for (const auto value : values) {
      const auto child = stage(tree[id].depth + 1);
      for (std::uint32_t i = 0; i < payoffs.size(); ++i)
        tree.value(child)[i] = tree.mean(child)[i] = tree.prior(child)[i] = i == 0 ? value : 0.5F;
      tree[child].samples = tree[child].own = 100;
      expansion->children.push_back(child);
    }
    tree.expand(id, std::move(expansion));
    tree[id].samples = 100 * values.size();
  }
  search::mac_ucb::Expansion& expansion() { return *tree[root].expansion; }
  StageId child(std::size_t n) const { return tree[root].expansion->children[n]; }
  void solve(std::size_t n, float value) {
    const auto id = child(n);
    tree[id].solved = true;
    *tree.value(id) = value;
    for (std::uint32_t i = 0; i < payoffs.size(); ++i)
      tree.low(id)[i] = tree.high(id)[i] = std::as_const(tree).value(id)[i];
  }

 private:
  std::uint64_t next_ = 0;
};

}  // namespace woodstock
