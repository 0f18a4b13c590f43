// What a full-width search proves near the root (search/proof) enters the policy tree: a stage shown to be
// won or lost is solved, whether it is a move of the root, a reply to one, or further below. It is the
// papers' T-stage network with θ = 1 solved outright near the root (Koriche et al. 2016, Algorithm 1; 2017,
// §4.4), while the tree samples beyond it; what is proven is never sampled again, and the samples go to what
// stands.
//
// Where each role plays for itself a proof says nothing of what the others get, so no stage is solved by it:
// the root's successors keep it as a verdict.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/engines.hpp"
#include "search/mac_ucb/backup.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/payoffs.hpp"
#include "search/proof/proof.hpp"

namespace woodstock::search::mac_ucb {

class Proofs {
 public:
  Proofs(const Engines& engines, std::uint32_t role, const Payoffs& payoffs, double share, PolicyTree& tree,
         Backup& backup)
      : engines_(engines), role_(role), payoffs_(payoffs), share_(share), tree_(tree), backup_(backup) {}

  // By which stages of the tree are canonical; null: they are not.
  void set_symmetry(const symmetry::Canonical* group) { group_ = group; }
  // `frame` leads from the state to the root of the tree.
  void set_root(const State& state, symmetry::Element frame = symmetry::kIdentity);
  // Searches on within the budget, the moves most looked at first. Not if that has had its share of the work
  // on this root already, nor if the next depth would take far more than can be paid for, with so much time
  // left or so many stages.
  void prove(const Budget& budget, StageId root, double seconds_left, double stages_left);
  // Looks into one of the role's moves alone, deeper than into all of them; true if that shows it to be lost.
  bool refute(const Budget& budget, std::uint32_t move);
  // What was proven so far, of the stages nearest to the root.
  void enter(StageId root);
  // One stage, with what leads to it from the state that the search began at: the root's frame and those of
  // links. True if it is solved by that.
  bool settle(StageId id, std::span<const symmetry::Element> frames = {});
  symmetry::Element root_frame() const { return root_frame_; }
  // Seconds of a thread that samples have cost.
  void note_sampling(double seconds) { sampling_ += seconds; }

 private:
  void make_search(std::size_t memory);
  void make_ready(const Budget& budget);
  void note_proving(double begin);
  bool settle_by(StageId id, const proof::KnownState& shown);
  void enter_root_moves(StageId root);
  std::vector<std::uint32_t> most_looked_at(StageId root) const;
  proof::KnownState known(StageId id, std::span<const symmetry::Element> frames) const;

  Engines engines_;
  std::uint32_t role_;
  const Payoffs& payoffs_;
  double share_;  // of the work
  PolicyTree& tree_;
  Backup& backup_;
  const symmetry::Canonical* group_ = nullptr;
  State root_state_;
  symmetry::Element root_frame_ = symmetry::kIdentity;
  bool moved_ = false;  // the root, since the search was told
  std::unique_ptr<proof::ProofSearch> search_;
  double seconds_ = 0;                 // spent, on all roots
  double proving_ = 0, sampling_ = 0;  // seconds of a thread, on this one
  std::uint64_t entered_ = 0;          // stages of the search when what it proved was entered
};

}  // namespace woodstock::search::mac_ucb
