// All successors of a stage at once, seen by one role: its own moves, the joint moves of the others, and
// chance. Made in lanes or by the stepper, whichever is faster on the states that come: the first few are
// made by turns and timed. What comes out is the same, so that timing decides no result.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "lanes/lanes.hpp"
#include "search/engines.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search::proof {

struct Successors {
  bool terminal = false;              // or some role has no legal move
  bool too_many = false;              // joint moves: nothing else is known
  std::int32_t goal = 0;              // the role's, of a terminal stage
  std::uint32_t own = 0, chance = 0;  // moves
  std::uint32_t own_stride = 0, chance_stride = 0;
  std::uint32_t mover = 0;              // the first of the other roles that has a choice
  std::vector<std::uint32_t> others;    // per joint move of the other roles: what it adds to a joint number
  std::vector<std::uint32_t> moves;     // joint × role, numbered within the role
  std::vector<std::uint64_t> states;    // joint × words
  std::vector<std::uint8_t> terminals;  // by joint number
  std::vector<std::int32_t> goals;      // the role's, by joint number

  std::uint32_t joint(std::uint32_t own_move, std::uint32_t other, std::uint32_t outcome) const {
    return own_move * own_stride + others[other] + outcome * chance_stride;
  }
};

enum class Engine : std::uint8_t { kMeasured, kLanes, kStepper };

class SuccessorMaker {
 public:
  SuccessorMaker(const Engines& engines, std::uint32_t role, Engine engine);

  std::uint32_t words() const { return words_; }
  void expand(std::span<const std::uint64_t> state, Successors& result);
  Engine engine() const { return engine_; }

 private:
  bool expand_in_lanes(std::span<const std::uint64_t> state, Successors& result);
  void expand_by_stepper(std::span<const std::uint64_t> state, Successors& result);
  void number(Successors& result);

  Engines engines_;
  std::uint32_t role_, roles_, fluents_, words_;
  Engine engine_;
  stepper::Stepper stepper_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneExpansion expansion_;
  std::vector<std::optional<std::int32_t>> goals_;
  std::vector<std::uint32_t> counts_;  // moves per role of the stage under way
  std::vector<std::vector<std::uint32_t>> legal_;
  std::uint32_t trials_ = 0;
  double seconds_[2] = {};  // lanes, stepper
};

}  // namespace woodstock::search::proof
