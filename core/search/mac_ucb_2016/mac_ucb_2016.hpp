// MAC-UCB as printed (Koriche et al. 2017, RIA, Algorithm 3; 2016, Constraints, §4), with nothing of ours.
// What the papers leave open is read as follows:
// - Expected utility, where players play against each other, is that of the role that decides, as in the
//   multi-player UCT of 003 §5.1; what a solved stage is worth follows from its policies by 004 §2.1, eq. 1
//   and 2, with UCB's means where the list begins: the depth-d minimax of 004 §5.
// - The share of solving (003 §5.2) binds stage by stage: once playouts have had their share of the time,
//   policies are left without, and are worth what their stage was before. Only the root's all have one.
// - A policy leaves the chance part when the mean of the confidence values of chance's moves, for the role
//   that decides, is below θ (003 §4.4: "a sufficient number of domain values … are below").
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/random.hpp"
#include "search/engines.hpp"
#include "search/mac_ucb_2016/explored.hpp"
#include "search/mac_ucb_2016/network_playouts.hpp"
#include "search/mac_ucb_2016/options.hpp"
#include "search/mac_ucb_2016/stage_tree.hpp"
#include "search/sampler.hpp"
#include "search/search.hpp"
#include "stages/split_solver.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search::mac_ucb_2016 {

class MacUcb2016 final : public Search {
 public:
  enum class Sampling { kNetwork, kLanes };

  MacUcb2016(const Engines& engines, std::shared_ptr<const stages::StageTemplate> stage, std::uint32_t role,
             const Options& options, csp::Search::Inference inference, Sampling sampling);

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;
  std::vector<Successor> successors(const State& state, std::uint32_t depth) const override;

  const csp::Counters& counters() const { return solver_.counters(); }
  double threshold() const { return threshold_; }
  std::uint64_t pruned() const { return pruned_; }  // tuples and stages, by confidence values

 private:
  StageId next_stage();
  void solve(StageId id, const Deadline& deadline);
  void close_known(StageId id, const Deadline& deadline);
  // UCB (003 §4.3): playouts for the policies of a stage; how many.
  std::uint64_t sample(StageId id, const Budget& budget, Random& random);
  std::uint64_t sample_all(StageId id, const Budget& budget, Random& random);
  std::uint64_t sample_arm(StageId id, std::uint32_t arm, const Budget& budget, Random& random);
  std::uint64_t play_out(std::span<const StageId> children, std::uint32_t each, const Budget& budget,
                         Random& random);
  std::uint32_t best_arm(StageId id, std::uint32_t role) const;
  bool settled(const Arm& arm) const;
  void enlist(StageId id);
  void reset_threshold();
  // The mean of chance's confidence values for a role.
  double confidence(const Arm& arm, std::uint32_t role) const;
  std::uint64_t tuple_key(const State& state, std::span<const std::uint32_t> moves) const;
  void note_confidence(StageId id);
  bool pruned_by_confidence(StageId id);

  Options options_;
  std::uint32_t role_;
  std::uint32_t roles_;
  std::int32_t chance_role_;
  Sampling sampling_;
  stages::SplitSolver solver_;
  Explored explored_;
  NetworkPlayouts playouts_;
  Sampler lanes_;
  stepper::Stepper stepper_;  // for what is legal at the root, which no clock must wait for
  StageTree tree_;
  StageList list_;
  std::vector<std::vector<std::uint32_t>> legal_;  // of the root
  double threshold_ = 0;
  std::unordered_map<std::uint64_t, std::vector<double>> confidence_;  // per tuple and role
  std::uint64_t runs_ = 0, stages_ = 0, samples_ = 0, pruned_ = 0;
  std::uint32_t deepest_ = 0;
  WorkTime work_;
};

}  // namespace woodstock::search::mac_ucb_2016
