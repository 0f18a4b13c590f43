// The engine for one state at a time: legal, next, terminal, goal and sees, cheap from one state to a
// neighbouring one. A `Stepper` belongs to one thread; copies of `StepperCode` share the compiled game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/simulation.hpp"
#include "base/state.hpp"
#include "circuit/circuit.hpp"
#include "stepper/cursor.hpp"
#include "stepper/program.hpp"

namespace woodstock::stepper {

class IllegalMove : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// A game compiled for steppers: by a plan that was measured to suit it, and plainly for states that fit none
// of the plan's cases.
struct StepperCode {
  std::shared_ptr<const StepperProgram> planned;
  std::shared_ptr<const StepperProgram> plain;

  // Tries plans on random games; `may_split` false considers only plans without control fluents.
  explicit StepperCode(const circuit::Circuit& circuit, bool may_split = true);
  StepperCode(const circuit::Circuit& circuit, const StepperPlan& plan);
  StepperCode(std::shared_ptr<const StepperProgram> planned, std::shared_ptr<const StepperProgram> plain)
      : planned(std::move(planned)), plain(std::move(plain)) {}
};

class Stepper {
 public:
  // Stands on the initial state.
  explicit Stepper(StepperCode code);
  explicit Stepper(const circuit::Circuit& circuit) : Stepper(StepperCode(circuit)) {}

  const StepperCode& code() const { return code_; }
  std::uint32_t role_count() const { return code_.planned->role_count(); }
  std::uint32_t move_count(std::uint32_t role) const { return code_.planned->move_count(role); }
  const State& initial() const { return code_.planned->initial(); }

  // Moves to a state; throws std::invalid_argument if it is of another game. The questions below are about
  // it.
  void load(const State& state);
  State state() const { return cursor().state(); }
  std::uint64_t hash() const { return cursor().hash(); }

  bool terminal() const { return cursor().terminal(); }
  // Bit m is legal move m of the role (moves are numbered per role). Valid until the stepper moves on.
  std::span<const std::uint64_t> legal_words(std::uint32_t role) const { return cursor().legal_words(role); }
  std::uint32_t legal_count(std::uint32_t role) const { return cursor().legal_count(role); }
  std::vector<std::uint32_t> legal(std::uint32_t role) const;
  bool is_legal(std::uint32_t role, std::uint32_t move) const;
  std::uint32_t legal_move(std::uint32_t role, std::uint32_t index) const {
    return cursor().legal_move(role, index);
  }
  std::optional<std::uint32_t> random_move(std::uint32_t role, Random& random) const {
    return cursor().random_move(role, random);
  }

  std::vector<std::int32_t> goals(std::uint32_t role) { return cursor().goals(role); }
  void goals(std::span<std::optional<std::int32_t>> per_role) { cursor().goals(per_role); }
  // What the roles see when these moves, one per role, are played here. Throws IllegalMove.
  std::vector<Percept> percepts(std::span<const std::uint32_t> moves);

  // Plays one move per role. Throws IllegalMove.
  void play(std::span<const std::uint32_t> moves);
  // The same, trusting that the moves are legal.
  void advance(std::span<const std::uint32_t> moves);
  // Plays a uniformly random joint move. False if some role has no legal move (the state stays).
  bool advance_randomly(Random& random);
  // Plays at random until a terminal state, `max_steps` steps, or a state without a legal move. Asks `over`
  // now and then; false, with no result, if it said yes.
  template <typename Over>
  bool playout(Random& random, std::uint32_t max_steps, Playout& result, Over over);
  Playout playout(Random& random, std::uint32_t max_steps) {
    Playout result;
    playout(random, max_steps, result, [] { return false; });
    return result;
  }
  // The number of ways to play `depth` joint moves from here. The stepper stands elsewhere afterwards.
  std::uint64_t perft(std::uint32_t depth);

  // The work done so far, in touches of gates by events and inputs of gates evaluated from scratch.
  std::uint64_t work() const { return planned_.work() + (plain_ ? plain_->work() : 0); }

 private:
  Cursor& cursor() { return plain_active_ ? *plain_ : planned_; }
  const Cursor& cursor() const { return plain_active_ ? *plain_ : planned_; }
  void settle(const std::uint64_t* words);
  void check(std::span<const std::uint32_t> moves) const;

  StepperCode code_;
  Cursor planned_;
  std::optional<Cursor> plain_;  // made when a state first fits no case
  bool plain_active_ = false;
  std::vector<std::uint32_t> joint_;
};

template <typename Over>
bool Stepper::playout(Random& random, std::uint32_t max_steps, Playout& result, Over over) {
  constexpr std::uint32_t kStepsBetweenQuestions = 64;
  result.end = PlayoutEnd::kTerminal;
  result.goals.resize(role_count());
  std::uint32_t steps = 0;
  for (; !terminal(); ++steps) {
    if (steps % kStepsBetweenQuestions == kStepsBetweenQuestions - 1 && over()) return false;
    if (steps == max_steps) {
      result.end = PlayoutEnd::kStepLimit;
      break;
    }
    if (!advance_randomly(random)) {
      result.end = PlayoutEnd::kNoMove;
      break;
    }
  }
  result.steps = steps;
  goals(result.goals);
  return true;
}

}  // namespace woodstock::stepper
