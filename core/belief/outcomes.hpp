// What may follow where all players know the same (002 §2.3, by the rule of Bayes): a joint action of the
// players leads to what is seen, with a probability, and to a belief; a play that is over ends with its
// goals. So percepts are outcomes of chance, and the game is one of perfect information whose positions are
// beliefs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/deadline.hpp"
#include "belief/belief.hpp"
#include "belief/pairs.hpp"
#include "belief/view.hpp"
#include "lanes/lanes.hpp"

namespace woodstock::belief {

struct Sighting {
  View::Bits seen;
  double probability;
  Belief belief;
};

struct Ending {
  std::vector<std::int32_t> goals;  // per role; -1 unless there is one value
  double probability;
};

struct Outcomes {
  std::vector<Sighting> sightings;  // plays that go on
  std::vector<Ending> endings;
  bool exact = true;  // nothing was drawn at random
};

// Belongs to one thread. `watcher` is the role whose percepts tell outcomes apart.
class Prospect {
 public:
  Prospect(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t watcher);

  // From then on only a part of what may follow is looked at, which is not exact.
  void set_deadline(const Deadline& deadline) { deadline_ = deadline; }
  // All roles but chance make these moves (numbered within the role; chance's is ignored). States in which
  // one of them is not legal are left out.
  Outcomes outcomes(const Belief& belief, std::span<const std::uint32_t> moves);
  // The same of several joint actions, which share the lanes.
  std::vector<Outcomes> outcomes(const Belief& belief, std::span<const std::vector<std::uint32_t>> actions);
  // Per role its moves that are legal in every state: players know what they may do. Where no move is, those
  // of the likeliest state: the rules tell too little.
  Choices moves(const Belief& belief);

 private:
  struct Tally;
  void bring_in(std::vector<Tally>& tallies);

  Pairs pairs_;
  View view_;
  Deadline deadline_;
  std::vector<std::uint32_t> action_of_;  // per pair
};

}  // namespace woodstock::belief
