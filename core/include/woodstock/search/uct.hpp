// UCT for many players (Kocsis & Szepesvári 2006; Sturtevant 2008: a vector of rewards is backed up and every
// mover maximises its own entry), with one bandit per role where several roles move at once (decoupled UCT)
// and chance sampled by its legal moves. Solved subtrees are known in advance (Koriche et al. 2016, §5.1).
//
//   arm(i) = Q(i) + c · sqrt(ln N / (n(i) + 1)),   Q(i): mean of the child's visits, or its exact value
//
// An arm never tried counts with the mean of its stage (first-play urgency). Only unsolved arms are tried;
// where a solved arm is better than the mean of the one tried, its exact value is backed up instead. Several
// leaves are collected with virtual losses and sampled in one batch of lanes.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/random.hpp"
#include "woodstock/search/engines.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/search/tree.hpp"

namespace woodstock {

struct UctOptions {
  double exploration = 0.4;
  std::uint32_t playouts = 1;  // per leaf
  std::uint32_t leaves = 1;    // per batch
  std::uint32_t horizon = 1000;
};

class Uct : public Search {
 public:
  Uct(const Engines& engines, std::uint32_t role, const UctOptions& options);

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

 private:
  struct Step {
    NodeIndex node;
    std::uint32_t begin;  // of the arms chosen, one per role, in `arms`
    NodeIndex known;      // the best solved child of the role to move, or kNoNode
  };
  struct Path {
    std::vector<Step> steps;
    std::vector<std::uint32_t> arms;
    NodeIndex leaf = kNoNode;
  };

  bool descend(Path& path);
  std::uint32_t choose(NodeIndex node, std::uint32_t role, NodeIndex& known);
  void uncount(const Path& path);
  void back_up(const Path& path, std::span<const double> rewards);

  std::uint32_t role_;
  UctOptions options_;
  Tree tree_;
  Sampler sampler_;
  Random random_;
  std::vector<Path> paths_;
  std::vector<Sampler::Start> starts_;
  std::vector<double> means_;
  std::vector<double> rewards_;
  std::uint64_t samples_ = 0;
  std::uint32_t depth_ = 0;
};

// The report of a tree whose arms count visits: the most visited move, unless an exact value is better.
SearchReport report_of(const Tree& tree, std::uint32_t role);

}  // namespace woodstock
