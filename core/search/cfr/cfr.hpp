// Counterfactual regret minimisation: external sampling (Lanctot, Waugh, Zinkevich & Bowling 2009), for games
// of simultaneous moves as in Shafiei, Sturtevant & Schaeffer 2009; the papers' rival for games with
// incomplete information (Koriche et al. 2016, JFPC, §5).
//
//   σ(a) ∝ max(R(a), 0),   R(a) += v(a) - Σ σ(b) v(b)   for the role whose turn it is to learn,
//
// which tries all of its moves, while the other roles' moves are sampled from their σ and chance by its legal
// moves. What is played is the average of σ over all iterations. Below a depth limit, random playouts stand
// for the values; the limit grows while an iteration stays small, until it covers the game.
// Regrets are kept for each state, which is all there is to know where every move is told; for games with
// percepts see observation_cfr.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/random.hpp"
#include "search/cfr/depth_limit.hpp"
#include "search/cfr/options.hpp"
#include "search/engines.hpp"
#include "search/kind.hpp"
#include "search/sampler.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"

namespace woodstock::search::cfr {

class Cfr : public Search {
 public:
  Cfr(const Engines& engines, std::uint32_t role, const Options& options);

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

 private:
  // Strategies of stages that the tree freed, and what they took.
  void forget_the_freed();
  // Per arm of a node.
  struct Strategy {
    std::vector<double> regret, average;
  };
  static std::size_t size_of(const Strategy& strategy) { return 128 + 16 * strategy.regret.size(); }
  // One node of an iteration: a leaf to be sampled, an exact value, or a choice among all arms of the
  // learner.
  struct Visit {
    NodeIndex node;
    std::int64_t leaf = -1;   // index in `starts_`
    std::uint32_t links = 0;  // of the children in `links_`, one per arm
    std::uint32_t arms = 0;   // 0: a leaf or exact
  };

  std::uint64_t iterate(std::uint32_t learner, const Budget& budget, bool& complete);
  std::uint32_t visit(NodeIndex node, std::uint32_t learner, std::uint32_t depth);
  void learn(std::uint32_t learner);
  Strategy& strategy(NodeIndex node);
  void current(const Strategy& strategy, const Node& node, std::uint32_t role,
               std::vector<double>& sigma) const;
  void forget_the_shallow();
  std::vector<double> average_at_root() const;

  std::uint32_t role_;
  Options options_;
  Tree tree_;
  Sampler sampler_;
  Random random_;
  std::uint64_t seed_ = 0;  // of the last run
  std::unordered_map<NodeIndex, Strategy> strategies_;
  std::size_t strategy_bytes_ = 0;
  std::vector<Visit> visits_;
  std::vector<std::uint32_t> links_;
  std::vector<double> values_;  // visits × roles
  std::vector<Sampler::Start> starts_;
  std::vector<double> means_;
  DepthLimit limit_;
  std::uint64_t samples_ = 0;
  bool lonely_ = false;  // only one role chooses: there is nobody to sample its strategy
  bool cut_ = false;     // some leaf of the iteration was cut off by the depth limit
  // Per own arm at the root.
  std::vector<std::uint64_t> tries_;
  std::vector<double> totals_;  // arms × roles
};

// A move drawn by the weights.
std::uint32_t drawn_by_weight(const std::vector<MoveReport>& moves, std::uint32_t role, std::uint64_t seed);

}  // namespace woodstock::search::cfr
