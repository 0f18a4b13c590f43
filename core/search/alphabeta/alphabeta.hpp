// Alpha-beta (Knuth & Moore 1975) with iterative deepening, a transposition table, and the mean of random
// playouts as the value of a leaf. The own role maximises its reward; all others minimise it (which is exact
// for two roles of constant sum, and the paranoid view of more: Sturtevant & Korf 2000), having seen its move
// where they move at the same time; chance is averaged (Michie 1966).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/random.hpp"
#include "search/engines.hpp"
#include "search/kind.hpp"
#include "search/sampler.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"

namespace woodstock::search::alphabeta {

struct Options {
  std::uint32_t depth = 0;
  std::uint32_t playouts = 32;
  std::uint32_t horizon = 1000;
  std::uint32_t decisive = 0;
};

class AlphaBeta : public Search {
 public:
  AlphaBeta(const Engines& engines, std::uint32_t role, const Options& options);

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

 private:
  enum class Bound : std::uint8_t { kExact, kLower, kUpper };
  struct Entry {
    std::uint32_t depth = 0;
    Bound bound = Bound::kExact;
    bool cut = false;  // some leaf below was sampled
    float value = 0;
    std::uint32_t best = 0;  // the own arm, or the other roles' joint arm, to try first
  };
  // The value of an own arm at the root; not exact if it was refuted by a better arm.
  struct RootArm {
    std::uint32_t arm;
    double value;
    bool exact;
  };

  bool iterate(std::uint32_t depth);
  double value(NodeIndex node, std::uint32_t depth, double alpha, double beta);
  double reply(NodeIndex node, std::uint32_t own, std::uint32_t depth, double alpha, double beta,
               std::uint32_t& best);
  double expectation(NodeIndex node, std::vector<std::uint32_t>& arms, std::uint32_t depth, double alpha,
                     double beta);
  void evaluate_children(NodeIndex node);
  double evaluation(NodeIndex node);
  bool out_of_budget() const;

  std::uint32_t role_;
  Options options_;
  Tree tree_;
  Sampler sampler_;
  std::unordered_map<NodeIndex, Entry> entries_;
  const Budget* budget_ = nullptr;  // of the run under way
  std::size_t allowance_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t samples_ = 0;
  bool aborted_ = false;
  bool cut_ = false;
  bool complete_ = false;  // the last iteration saw the end of every line
  std::uint32_t depth_ = 0;
  std::vector<RootArm> root_arms_;  // of the last complete iteration, best first
};

}  // namespace woodstock::search::alphabeta
