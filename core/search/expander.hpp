// The successors of a stage.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "lanes/lanes.hpp"
#include "search/engines.hpp"
#include "search/stage_expander.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search {

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
  std::vector<float> odds;                // of chance's moves where they are not equally likely
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
  bool read_expansion(const State& state, Stage& stage) const;

  Engines engines_;
  std::uint32_t roles_;
  stepper::Stepper stepper_;
  std::vector<std::optional<std::int32_t>> goals_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneExpansion expansion_;
  std::unique_ptr<StageExpander> positions_;  // if positions are not states
};

}  // namespace woodstock::search
