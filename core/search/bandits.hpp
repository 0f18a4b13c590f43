// Monte Carlo tree search by bandits, one per role and stage: what UCT and GRAVE have in common. A vector of
// rewards is backed up and every role maximises its own entry (Sturtevant 2008); where several roles move at
// once each has its own bandit (decoupled); chance is sampled by its legal moves.
//
// Only unsolved arms are tried; where a solved arm is better than the mean of the one tried, its exact value
// is backed up instead (the cache of explored subtrees of Koriche et al. 2016, §5.1). Several leaves are
// collected with virtual losses and sampled in one batch of lanes.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "search/engines.hpp"
#include "search/kind.hpp"
#include "search/sampler.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"

namespace woodstock::search {

struct BanditOptions {
  std::uint32_t playouts = 16;
  std::uint32_t leaves = 16;
  std::uint32_t horizon = 1000;
  std::uint32_t decisive = 0;
};

// The table of a search's own options and of those above.
template <std::derived_from<BanditOptions> Options>
std::vector<OptionRow<Options>> with_bandit_options(std::vector<OptionRow<Options>> table) {
  table.insert(table.end(), {playouts_option<Options>(),
                             {"leaves", &Options::leaves, "leaves", 1, 1024, "leaves sampled in one batch"},
                             horizon_option<Options>(),
                             decisive_option<Options>()});
  return table;
}

class Bandits : public Search {
 public:
  Bandits(const Engines& engines, std::uint32_t role, const BanditOptions& options);

  void set_root(const State& state) override;
  bool set_symmetry(std::shared_ptr<const symmetry::Canonical> group) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;
  std::vector<Successor> successors(const State& state, std::uint32_t depth) const override;

 protected:
  struct Step {
    NodeIndex node;
    std::uint32_t begin;                            // of the arms chosen, one per role, in `arms`
    NodeIndex known;                                // the best solved child of the role to move, or kNoNode
    symmetry::Element frame = symmetry::kIdentity;  // of the link that was followed
  };
  struct Path {
    std::vector<Step> steps;
    std::vector<std::uint32_t> arms;
    NodeIndex leaf = kNoNode;
  };

  // What makes an arm attractive to a role at the last stage of a path; `value` is the mean so far (the
  // stage's own for an arm never tried).
  virtual double score(const Arm& arm, double value) const = 0;
  virtual void prepare_scores(const Path& path, NodeIndex node, std::uint32_t role) = 0;
  // Samples the leaves of the first `starts_.size()` paths into `means_`.
  virtual bool sample(const Budget& budget);
  // Bytes that a search keeps beside the tree, and its turn to free some when the tree was recycled.
  virtual std::size_t extra_bytes() const { return 0; }
  virtual void recycled(std::size_t /*memory*/) {}

  std::uint32_t role_;
  BanditOptions options_;
  Tree tree_;
  Sampler sampler_;
  Random random_;
  std::vector<Path> paths_;
  std::vector<Sampler::Start> starts_;
  std::vector<double> means_;  // starts × roles

 private:
  bool descend(Path& path);
  std::uint32_t choose(const Path& path, NodeIndex node, std::uint32_t role, NodeIndex& known);
  void uncount(const Path& path);
  void back_up(const Path& path, std::span<const double> rewards);

  bool growing_ = true;  // while there is memory
  std::vector<double> rewards_;
  std::uint64_t samples_ = 0;
  std::uint32_t depth_ = 0;
};

}  // namespace woodstock::search
