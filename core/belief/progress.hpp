// Following a match: what a role believes after a step, by the rule of Bayes (GDL-II, Thielscher 2010; 002
// §2–3 has 1/2 for it). Every state goes on by every joint move that may have been made; what does not show
// what the role saw cannot have happened. Beyond a number of states, or of joint moves tried, a sample stands
// for the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/deadline.hpp"
#include "base/random.hpp"
#include "belief/belief.hpp"
#include "belief/pairs.hpp"
#include "belief/view.hpp"
#include "lanes/lanes.hpp"

namespace woodstock::belief {

// What a role did and saw in a step: a move numbered within the role, if it is known, and percepts by their
// numbers in the game's list.
struct Sight {
  std::optional<std::uint32_t> own;
  std::span<const std::uint32_t> percepts;
};

struct StepLimits {
  std::size_t states = std::size_t{1} << 17;
  std::size_t pairs = std::size_t{1} << 22;  // of a state and a joint move
  std::uint64_t seed = 0;
  Deadline deadline = {};
};

// A belief after a step, and how its states came about: per state the number of a state before, and the joint
// move that led from it.
struct Step {
  Belief belief;
  std::vector<std::uint32_t> parents;
  std::vector<std::uint32_t> moves;  // state × role, numbered within the role

  // The states with these numbers, which ascend, and other weights.
  Step subset(std::span<const std::uint32_t> numbers, std::span<const double> weights, bool exact) const;
};

// Belongs to one thread.
class Progress {
 public:
  Progress(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t role);

  Belief initial() const;
  // What the role believes then, given that the play goes on if it can. Empty if what it saw cannot have
  // happened (or, of a sample, is not among what that stands for). Of other roles' moves all are equally
  // likely, unless a policy says more.
  Step step(const Belief& belief, const Sight& sight, const StepLimits& limits = {},
            const Policy& policy = {});

 private:
  class Parts;
  class Tally;
  struct Rounds;
  std::size_t count_joint_moves(const Belief& belief, const Parts& parts, const Sight& sight,
                                const Deadline& deadline);
  // The joint moves that may have been made in the state at a place among those loaded.
  std::size_t find_choices(std::size_t place, const Sight& sight);
  void keep_open(Step& step);
  static void keep_few(Step& step, std::size_t most, Random& random);

  Pairs pairs_;
  std::uint32_t role_;
  View view_;
  Choices choices_;
};

}  // namespace woodstock::belief
