// Beliefs solved exactly, depth first (002 §2.3, by the rule of Bayes):
//
//   V(b) = max over the actions a of the role that decides of Σ_o P(o | b, a) · V(b after a and o)
//
// o is what is seen, or the end of a play with its goals. Beliefs are solved once. Actions that tell much or
// win much come first, and one that can no longer be better than the best so far is left (Ballard 1983, "The
// *-minimax search procedure for trees containing chance nodes": Star1): what follows it has to be worth more
// than a bar, else that it is not is all that is asked.
//
// Where several roles choose at once nothing is solved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/deadline.hpp"
#include "belief/belief.hpp"
#include "belief/outcomes.hpp"
#include "lanes/lanes.hpp"
#include "search/belief_game/solved_beliefs.hpp"

namespace woodstock::search::belief_game {

struct SolvingLimits {
  std::uint64_t steps = UINT64_MAX;  // of states, by a joint move each; a belief costs `Solver::kBelief` more
  std::size_t memory = SIZE_MAX;     // bytes of what is known
  Deadline deadline = {};
};

// Belongs to one thread.
class Solver {
 public:
  static constexpr std::uint64_t kBelief = 64;

  // What is known elsewhere already is not asked for again.
  Solver(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t watcher,
         const SolvedBeliefs* elsewhere = nullptr);

  // Adds to what is known. Null if it is not solved within the limits.
  const Solution* solve(const belief::Belief& belief, SolvedBeliefs& known, const SolvingLimits& limits);
  // Of the last time.
  std::uint64_t steps() const { return steps_; }
  // Whether most of the beliefs that may come next can be solved in so many steps each: of a few of them.
  bool solves_most_after(const belief::Belief& belief, std::uint64_t steps, std::uint32_t tries,
                         const Deadline& deadline);

 private:
  // A joint action, and what may follow it.
  struct Option {
    std::vector<std::uint32_t> moves;
    belief::Outcomes outcomes;
    double sure = 0;  // what the role that decides has of the endings
    double open = 0;  // the probability that the play goes on
    double hope = 0;  // by which options are ordered
  };
  struct Question {
    std::uint32_t role;  // who asks
    double bar;          // what is worth no more to that role needs no exact answer
  };

  const Solution* look_up(const belief::Belief& belief) const;
  // The role that chooses, or if there is none the one that asks; nobody where several do.
  std::optional<std::uint32_t> decider(const belief::Choices& choices, std::uint32_t asking) const;
  const Solution* value(const belief::Belief& belief, const Question& question, std::uint32_t depth);
  bool may_go_on(std::uint64_t steps, std::uint32_t depth);
  std::vector<Option> options(const belief::Belief& belief, const belief::Choices& choices,
                              std::uint32_t decider);
  // What the option is worth; not exact if that is no more than the bar. Null if solving ends.
  std::unique_ptr<Solution> follow(Option& option, const Question& question, std::uint32_t depth);

  belief::Prospect prospect_;
  std::uint32_t roles_;
  std::int32_t chance_;
  std::vector<double> most_;  // per role, its highest goal
  const SolvedBeliefs* elsewhere_;
  SolvedBeliefs* known_ = nullptr;
  SolvingLimits limits_;
  std::uint64_t steps_ = 0;
};

}  // namespace woodstock::search::belief_game
