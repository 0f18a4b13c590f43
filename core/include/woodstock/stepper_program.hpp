// What a stepper needs to know of a game, compiled once and shared by all cursors: one event-driven network,
// and for each joint valuation of the control fluents (whose turn it is) the outputs that count then. A
// control fluent flips every step and would touch every legal move; specialised for its values, it touches
// nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "woodstock/circuit.hpp"
#include "woodstock/cone.hpp"
#include "woodstock/network.hpp"
#include "woodstock/state.hpp"

namespace woodstock {

// Fluents to split by, and the valuations to specialise for: bit i of a valuation is the value of
// controls[i]. Without controls there is one case, which fits every state.
struct ControlSplit {
  std::vector<std::uint32_t> controls;
  std::vector<std::uint32_t> valuations{0};
};

class StepperProgram {
 public:
  explicit StepperProgram(const Circuit& circuit, ControlSplit split = {});

  static constexpr std::uint32_t kNoCase = EventNetwork::kAbsent;

  std::uint32_t fluent_count() const { return fluents_; }
  std::uint32_t role_count() const { return static_cast<std::uint32_t>(role_begin_.size()) - 1; }
  std::uint32_t move_count(std::uint32_t role) const { return role_begin_[role + 1] - role_begin_[role]; }
  const State& initial() const { return initial_; }
  const EventNetwork& network() const { return network_; }
  const ControlSplit& split() const { return split_; }

  std::uint32_t fluent_node(std::uint32_t fluent) const { return 1 + fluent; }
  std::uint32_t move_node(std::uint32_t role, std::uint32_t move) const {
    return 1 + fluents_ + role_begin_[role] + move;
  }

  // The case of a state, or kNoCase if its valuation of the controls is not among those compiled.
  std::uint32_t case_of(const std::uint64_t* words) const {
    std::uint32_t valuation = 0;
    for (std::size_t i = 0; i < split_.controls.size(); ++i) {
      const auto fluent = split_.controls[i];
      valuation |= static_cast<std::uint32_t>(words[fluent / 64] >> fluent % 64 & 1U) << i;
    }
    for (std::uint32_t c = 0; c < split_.valuations.size(); ++c)
      if (split_.valuations[c] == valuation) return c;
    return kNoCase;
  }
  // Where a case's outputs lie among the network's output words.
  std::uint32_t legal_word(std::uint32_t a_case, std::uint32_t role) const {
    return a_case * stride_ + legal_word_[role];
  }
  std::uint32_t legal_word_count(std::uint32_t role) const {
    return legal_word_[role + 1] - legal_word_[role];
  }
  std::uint32_t next_word(std::uint32_t a_case) const { return a_case * stride_ + legal_word_.back(); }
  std::uint32_t terminal_bit(std::uint32_t a_case) const { return 64 * ((a_case + 1) * stride_ - 1); }

  const LazyCone& goal_cone() const { return goal_cone_; }
  const LazyCone& percept_cone() const { return percept_cone_; }
  std::span<const GoalOutput> goals() const { return goals_; }
  std::span<const PerceptOutput> percepts() const { return percepts_; }

 private:
  struct Wiring;
  StepperProgram(const Circuit& circuit, ControlSplit split, const Wiring& wiring);

  std::uint32_t fluents_;
  std::vector<std::uint32_t> role_begin_;
  State initial_;
  ControlSplit split_;
  std::vector<std::uint32_t> legal_word_;
  std::uint32_t stride_;
  EventNetwork network_;
  LazyCone goal_cone_, percept_cone_;
  std::vector<GoalOutput> goals_;
  std::vector<PerceptOutput> percepts_;
};

}  // namespace woodstock
