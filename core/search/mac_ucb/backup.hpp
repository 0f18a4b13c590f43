// Backing up values and bounds (paper 004 eq. 1 and 2): expectation over chance, each decider its best, in
// simultaneous stages an equilibrium. A stage whose bounds meet is solved (paper 003 §4.4).
#pragma once

#include <cstdint>

#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/outcomes.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/mac_ucb/simultaneous.hpp"

namespace woodstock::search::mac_ucb {

class Backup {
 public:
  // `exploration`: how far a simultaneous stage's equilibrium is drawn towards moves seldom tried.
  // `mix`: share of the playouts' mean in the value of a stage; `wide_mix` the least where moves are counted;
  // `fade`: playouts that halve it, if not 0; `shrinkage`: playouts of a joint action that what is known of
  // its moves counts for, where equilibria are found by regret.
  Backup(const Payoffs& payoffs, float exploration, float mix, float wide_mix, float fade = 0,
         float shrinkage = 0)
      : payoffs_(payoffs),
        mix_(mix),
        wide_mix_(wide_mix),
        fade_(fade),
        simultaneous_(payoffs, exploration, shrinkage) {}

  // By the options of the search. Outcomes of chance that are solved have no more playouts, so there a mean
  // says nothing.
  static Backup of(const Payoffs& payoffs, const Options& options, bool chance);

  // Recomputes the value, the bounds and the playouts of an expanded stage from its successors.
  void update(PolicyTree& tree, StageId id);
  // The joint action that decides the stage's value, chance's first; for simultaneous stages the likeliest.
  std::uint32_t principal(const PolicyTree& tree, StageId id) const;

 private:
  struct Successors {
    bool solved = true;  // all are …
    bool closed = true;  // … or have nothing left to look at

    void add(const StageNode& node) {
      solved = solved && node.solved;
      closed = closed && (node.solved || node.exhausted);
    }
  };
  static Successors look_at(const PolicyTree& tree, const Expansion& expansion);
  void decide(PolicyTree& tree, StageId id, std::uint32_t role);
  Successors decide_directly(PolicyTree& tree, StageId id, std::uint32_t role, const Expansion& expansion);
  // What a role that decides alone has for certain and at most.
  void bound(PolicyTree& tree, StageId id, std::uint32_t role, float floor, float ceiling) const;
  void steady(PolicyTree& tree, StageId id) const;
  void forget_what_was_left_out(PolicyTree& tree, StageId id, const Expansion& expansion) const;
  std::uint16_t length(const PolicyTree& tree, StageId id) const;
  std::uint32_t best_for(std::uint32_t role, const Outcomes& outcomes) const;

  const Payoffs& payoffs_;
  float mix_, wide_mix_, fade_;
  std::uint32_t size_ = 1;
  Outcomes outcomes_;
  Simultaneous simultaneous_;
};

}  // namespace woodstock::search::mac_ucb
