// What a stepper needs to know of a game, compiled once and shared by all cursors: one event-driven network,
// and for each joint valuation of the control fluents (whose turn it is) the outputs that count then. A
// control fluent flips every step and would touch every legal move; specialised for its values, it touches
// nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "circuit/circuit.hpp"
#include "stepper/event_network.hpp"
#include "stepper/lazy_cones.hpp"

namespace woodstock::stepper {

// How to compile a game. Every plan gives the same answers; which is fastest depends on the game.
struct StepperPlan {
  // Fluents to split by, and the valuations to specialise for: bit i of a valuation is the value of
  // controls[i]. Without controls there is one case, which fits every state.
  std::vector<std::uint32_t> controls;
  std::vector<std::uint32_t> valuations{0};
  // Where one role alone has a choice, compile its moves one by one instead of making them inputs.
  bool by_move = true;
  // Keep goals by events; else evaluate them when asked.
  bool keep_goals = false;

  std::uint32_t valuation(const std::uint64_t* words) const {
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < controls.size(); ++i)
      result |= static_cast<std::uint32_t>(words[controls[i] / 64] >> controls[i] % 64 & 1U) << i;
    return result;
  }
};

class StepperProgram {
 public:
  static constexpr std::uint32_t kNone = EventNetwork::kAbsent;

  // How one valuation is played.
  struct Case {
    bool by_move = false;            // next states come from `apply_move`, not from moves as inputs
    std::uint32_t chooser = kNone;   // the role that has a choice, if by_move and there is one
    std::uint32_t first_change = 0;  // of its move 0
  };

  explicit StepperProgram(const circuit::Circuit& circuit, StepperPlan plan = {});
  // The same with the specialised circuits at hand, so that plans with the same controls share them.
  StepperProgram(const circuit::Circuit& circuit, StepperPlan plan,
                 std::span<const circuit::Circuit> special);
  // The circuit specialised for each valuation of a plan.
  static std::vector<circuit::Circuit> special_circuits(const circuit::Circuit& circuit,
                                                        const StepperPlan& plan);

  std::uint32_t fluent_count() const { return fluents_; }
  std::uint32_t role_count() const { return static_cast<std::uint32_t>(role_begin_.size()) - 1; }
  std::uint32_t move_count(std::uint32_t role) const { return role_begin_[role + 1] - role_begin_[role]; }
  const State& initial() const { return initial_; }
  const EventNetwork& network() const { return network_; }
  const StepperPlan& plan() const { return plan_; }
  std::uint32_t scratch_count() const;
  std::uint32_t cases_by_move() const;

  std::uint32_t fluent_node(std::uint32_t fluent) const { return 1 + fluent; }
  std::uint32_t move_node(std::uint32_t role, std::uint32_t move) const {
    return 1 + fluents_ + role_begin_[role] + move;
  }

  // The case of a state, or kNone if its valuation of the controls is not among those compiled.
  std::uint32_t case_of(const std::uint64_t* words) const {
    const auto valuation = plan_.valuation(words);
    for (std::uint32_t c = 0; c < plan_.valuations.size(); ++c)
      if (plan_.valuations[c] == valuation) return c;
    return kNone;
  }
  const Case& at(std::uint32_t a_case) const { return cases_[a_case]; }
  // Where a case's outputs lie among the network's output words.
  std::uint32_t legal_word(std::uint32_t a_case, std::uint32_t role) const {
    return a_case * stride_ + legal_word_[role];
  }
  std::uint32_t legal_word_count(std::uint32_t role) const {
    return legal_word_[role + 1] - legal_word_[role];
  }
  // The words of a role's legal moves that are not always zero in a case.
  struct WordRange {
    std::uint32_t begin, end;
  };
  WordRange open_words(std::uint32_t a_case, std::uint32_t role) const {
    return open_words_[a_case * role_count() + role];
  }
  std::uint32_t next_word(std::uint32_t a_case) const { return a_case * stride_ + legal_word_.back(); }
  std::uint32_t terminal_bit(std::uint32_t a_case) const { return 64 * ((a_case + 1) * stride_ - 1); }

  // For a case that is played by move: turns `words`, the state before, into the state after the chooser's
  // move. Returns the work done in gate inputs and words.
  std::uint32_t apply_move(std::uint32_t a_case, std::uint32_t move, EventValues& values,
                           std::uint64_t* words) const;

  // Cones over the network for what is asked rarely; outputs in the order of `goals` and `percepts`.
  std::span<const circuit::Signal> evaluate_goals(EventValues& values) const {
    return rare_.evaluate(0, values);
  }
  std::span<const circuit::Signal> evaluate_percepts(EventValues& values) const {
    return rare_.evaluate(1, values);
  }
  std::uint32_t goal_work() const { return rare_.size(0) / 2; }
  std::span<const circuit::GoalOutput> goals() const { return goals_; }
  std::span<const circuit::PerceptOutput> percepts() const { return percepts_; }

 private:
  struct Wiring;
  StepperProgram(const circuit::Circuit& circuit, StepperPlan plan, const Wiring& wiring);
  void add_changes(const Wiring& wiring);

  struct WordChange {
    std::uint32_t word;
    std::uint64_t keep, set;
  };
  // What one move does: sure changes, then conditional ones, which are the outputs of a cone.
  struct Change {
    std::uint32_t first_word, first_fluent;
  };

  std::uint32_t fluents_;
  std::vector<std::uint32_t> role_begin_;
  State initial_;
  StepperPlan plan_;
  std::vector<Case> cases_;
  std::vector<std::uint32_t> legal_word_;
  std::uint32_t stride_;
  EventNetwork network_;
  LazyCones rare_, conditional_;
  std::vector<WordRange> open_words_;     // per case and role
  std::vector<std::uint64_t> unchanged_;  // per case and word: fluents that stay unless a move changes them
  std::vector<Change> changes_;
  std::vector<WordChange> word_changes_;
  std::vector<std::uint32_t> conditional_fluents_;
  std::vector<circuit::GoalOutput> goals_;
  std::vector<circuit::PerceptOutput> percepts_;
};

inline std::uint32_t StepperProgram::apply_move(std::uint32_t a_case, std::uint32_t move, EventValues& values,
                                                std::uint64_t* words) const {
  const auto word_count = State::words_for(fluents_);
  const auto* const unchanged = unchanged_.data() + std::size_t{a_case} * word_count;
  const auto* const defaults = values.outputs() + next_word(a_case);
  for (std::uint32_t w = 0; w < word_count; ++w) words[w] = (words[w] & unchanged[w]) | defaults[w];
  const auto& entry = cases_[a_case];
  if (entry.chooser == kNone) return word_count;
  const auto number = entry.first_change + move;
  const auto& change = changes_[number];
  const auto last_word = changes_[number + 1].first_word;
  for (auto i = change.first_word; i != last_word; ++i) {
    const auto& [word, keep, set] = word_changes_[i];
    words[word] = (words[word] & keep) | set;
  }
  std::uint32_t work = last_word - change.first_word;
  if (change.first_fluent != changes_[number + 1].first_fluent) {
    const auto* fluent = conditional_fluents_.data() + change.first_fluent;
    for (const auto signal : conditional_.evaluate(number, values)) {
      const auto bit = *fluent % 64;
      auto& word = words[*fluent++ / 64];
      word = (word & ~(std::uint64_t{1} << bit)) | std::uint64_t{values.holds(signal)} << bit;
    }
    work += conditional_.size(number) / 2;
  }
  return work;
}

}  // namespace woodstock::stepper
