// What MAC-UCB learns in wide games from the moves made in playouts, sooner or later: they are counted for
// all stages above (move_table.hpp), and successors without playouts of their own are judged by them, as far
// as that has proved right so far (foresight.hpp). All of it is off unless the option `wide` says otherwise.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/circuit.hpp"
#include "search/evaluator.hpp"
#include "search/mac_ucb/foresight.hpp"
#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/policy_tree.hpp"

namespace woodstock::search::mac_ucb {

class LaterMoves {
 public:
  LaterMoves(const Options& options, const Payoffs& payoffs, const circuit::Circuit& circuit,
             PolicyTree& tree)
      : options_(options), payoffs_(payoffs), circuit_(circuit), tree_(tree) {}

  // Whether moves are to be counted where stages have so many successors, in the mean.
  bool counted(double breadth) const {
    return options_.wide > 0 && breadth >= options_.wide && foresight_.pays();
  }
  // Whether successors then need no playouts of their own at first.
  bool suffice() const { return foresight_.suffices(); }
  // By which the frames of the tree are meant.
  void set_symmetry(const symmetry::Canonical* group) { group_ = group; }

  // A table for a stage about to be expanded that one role decides, with the effects of the decider's moves
  // where it last decided above.
  void begin_table(const Leaf& leaf, Expansion& expansion);
  // What was expected of moves beside what their playouts say.
  void learn(const std::vector<Foresight::Pair>& pairs) { foresight_.learn(pairs); }
  // Enters the moves of the playouts of a leaf, group `group` of the estimates.
  void count(const Leaf& leaf, std::size_t group, const Estimates& estimates);
  // Judges successors of a stage with a table anew by what their moves seem to add to its mean.
  void foretell(StageId id, bool root);

 private:
  std::uint32_t decision(const Expansion& expansion, std::uint32_t action) const;
  void enter(Expansion& expansion) const;
  void turn_back(symmetry::Element frame);

  const Options& options_;
  const Payoffs& payoffs_;
  const circuit::Circuit& circuit_;
  PolicyTree& tree_;
  Foresight foresight_;
  const symmetry::Canonical* group_ = nullptr;
  std::vector<float> effects_, made_, rewards_, turned_;  // per move
};

}  // namespace woodstock::search::mac_ucb
