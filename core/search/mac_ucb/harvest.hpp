// What a batch of MAC-UCB's leaves found enters the tree: new stages with their priors, the playouts of old
// ones, the means along the paths; then values go back, the deepest first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.hpp"
#include "search/mac_ucb/backup.hpp"
#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/later_moves.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/mac_ucb/proofs.hpp"
#include "search/mac_ucb/stage_prior.hpp"
#include "search/mac_ucb/workload.hpp"
#include "symmetry/benefit.hpp"

namespace woodstock::search::mac_ucb {

class Harvest {
 public:
  Harvest(const Options& options, const Payoffs& payoffs, const circuit::Circuit& circuit, Workload& workload,
          LaterMoves& later_moves, PolicyTree& tree, Backup& backup, Proofs* proofs = nullptr)
      : options_(options),
        payoffs_(payoffs),
        circuit_(circuit),
        workload_(workload),
        later_moves_(later_moves),
        tree_(tree),
        backup_(backup),
        proofs_(proofs) {}

  // Nothing of an incomplete job but that its leaves are no longer under way.
  void bring_in(Job& job, StageId root);

  std::uint64_t stages() const { return stages_; }    // expanded so far
  std::uint32_t deepest() const { return deepest_; }  // line, in joint moves
  void forget_depth() { deepest_ = 0; }
  // Goals that the kind of payoffs does not allow were met, and are not forgiven yet.
  bool misjudged() const { return misjudged_; }
  void forgive() { misjudged_ = false; }
  // Of canonical forms, where there are symmetries.
  symmetry::Benefit& benefit() { return benefit_; }
  const symmetry::Benefit& benefit() const { return benefit_; }

 private:
  struct Answers;

  void add_leaf(Leaf& leaf, std::uint32_t number, StageId root, Job& job);
  void add_samples(const Leaf& leaf, const Estimates& estimates, bool root);
  void add_arm_samples(const Leaf& leaf, const Estimates& estimates);
  void average(const Leaf& leaf, const Estimates& estimates);
  void install(Leaf& leaf, const Estimates& estimates, bool with_moves);
  // What a stage is worth is known, and how many joint moves on it shows.
  void settle(StageId id, std::span<const std::int32_t> goals, std::uint16_t length = 0);
  StagePrior prior_of(const Leaf& leaf, const Expansion& expansion, const Answers& answers);
  void compare_with_expected(const Expansion& expansion, const Answers& answers);
  StageId install_child(const Leaf& leaf, std::uint32_t action, const StagePrior& prior,
                        const Answers& answers);
  std::span<const symmetry::Element> frames_to(const Leaf& leaf, std::uint32_t action);
  void make_terminal(StageId id, std::span<const std::int32_t> goals);

  const Options& options_;
  const Payoffs& payoffs_;
  const circuit::Circuit& circuit_;
  Workload& workload_;
  LaterMoves& later_moves_;
  PolicyTree& tree_;
  Backup& backup_;
  Proofs* proofs_;  // if there are any
  std::uint64_t stages_ = 0;
  std::uint32_t deepest_ = 0;
  bool misjudged_ = false;
  symmetry::Benefit benefit_;
  std::vector<std::int32_t> starts_;  // per joint action its question in the batch; -1: none
  std::vector<Foresight::Pair> pairs_;
  std::vector<symmetry::Element> frames_;
};

}  // namespace woodstock::search::mac_ucb
