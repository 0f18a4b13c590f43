// What a search asks of a game: successors of a stage, and random playouts. Both come from the lanes where
// the game has them, else from the stepper.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/state.hpp"
#include "circuit/circuit.hpp"
#include "lanes/lanes.hpp"
#include "search/budget.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search {

// A game compiled for searches; copies share the code, and any number of threads may use it.
struct Engines {
  explicit Engines(const circuit::Circuit& circuit, bool with_lanes = true);

  stepper::StepperCode stepper;
  std::shared_ptr<const lanes::Lanes> lanes;  // null: one state at a time
  std::int32_t chance_role;
  std::vector<std::uint32_t> role_begin;  // as in `Circuit`
  std::vector<double> best_reward;        // per role: the highest goal it may have, divided by 100

  std::uint32_t role_count() const { return static_cast<std::uint32_t>(role_begin.size()) - 1; }
  Engines without_lanes() const;
};

// Everything about one stage. Rewards are goals divided by 100; a role without a goal has 0.
struct Stage {
  bool terminal = false;
  std::vector<double> rewards;       // per role, of a terminal stage
  std::vector<std::uint32_t> moves;  // legal moves, role by role
  std::vector<std::uint32_t> first;  // role r has moves first[r] … first[r + 1] - 1
  // By joint number (the last role's moves run fastest); empty where they are not known at once.
  std::vector<State> successors;
  std::vector<std::uint8_t> successor_terminal;
  std::vector<double> successor_rewards;  // joint × role
};

class Expander {
 public:
  explicit Expander(const Engines& engines);

  // A stage where some role has no legal move counts as terminal.
  void expand(const State& state, Stage& stage);
  // The stage after these moves without its own moves; returns its state.
  State successor(const State& state, std::span<const std::uint32_t> moves, Stage& stage);

 private:
  void read_status(Stage& stage);
  bool expand_in_lanes(const State& state, Stage& stage);

  Engines engines_;
  std::uint32_t roles_;
  stepper::Stepper stepper_;
  std::vector<std::optional<std::int32_t>> goals_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneExpansion expansion_;
};

// What random playouts say about all moves, starts × moves of all roles (numbered as in `Circuit`): in how
// many playouts the move was played, and the sum of its role's rewards in those.
struct MoveTotals {
  std::vector<float> counts, sums;
};

class Sampler {
 public:
  struct Start {
    const State* state;
    std::uint32_t playouts;
    // One move per role for the first step, -1 for a free choice; empty: all free.
    std::span<const std::int32_t> prescribed = {};
  };

  // A playout that is not over after `horizon` steps counts with its goals as they are.
  Sampler(const Engines& engines, std::uint32_t horizon);

  // Mean rewards of random playouts, starts × roles. False, and means of no use, if the budget's time ran
  // out.
  bool sample(std::span<const Start> starts, Random& random, const Budget& budget, std::vector<double>& means,
              MoveTotals* totals = nullptr);

 private:
  bool sample_in_lanes(std::span<const Start> starts, Random& random, const Budget& budget,
                       std::vector<double>& means, MoveTotals* totals);
  bool step(const Start& start, std::uint32_t steps, Random& random);

  Engines engines_;
  std::uint32_t roles_;
  std::uint32_t horizon_;
  const std::vector<std::uint32_t>& role_begin_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneTotals lane_totals_;
  std::vector<lanes::LaneStart> lane_starts_;
  std::vector<std::int32_t> prescribed_;
  stepper::Stepper stepper_;
  std::vector<std::uint32_t> joint_;
  std::vector<std::optional<std::int32_t>> goals_;
  std::vector<std::uint32_t> played_;     // moves of one playout, each once
  std::vector<std::uint64_t> last_seen_;  // per move, the playout that played it last
  std::uint64_t playout_ = 0;
};

}  // namespace woodstock::search
