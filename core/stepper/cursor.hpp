// A point in a play that moves: the values of one program's network for one state. Neighbouring states differ
// in a few fluents, so going from one to the other costs what those fluents feed.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/state.hpp"
#include "stepper/program.hpp"

namespace woodstock::stepper {

struct Percept {
  std::uint32_t role;
  std::uint32_t percept;
  bool operator==(const Percept&) const = default;
};

class Cursor {
 public:
  // Stands on the initial state.
  explicit Cursor(std::shared_ptr<const StepperProgram> program);

  const StepperProgram& program() const { return *program_; }
  State state() const { return State(program_->fluent_count(), words_.data(), hash_); }
  const std::uint64_t* words() const { return words_.data(); }
  std::uint64_t hash() const { return hash_; }

  // Moves to another state. False if the program has no case for it: the cursor may only be moved on then.
  bool load(const std::uint64_t* words);

  bool terminal() const { return values_.output(program_->terminal_bit(case_)); }
  std::span<const std::uint64_t> legal_words(std::uint32_t role) const {
    return {values_.outputs() + program_->legal_word(case_, role), program_->legal_word_count(role)};
  }
  std::uint32_t legal_count(std::uint32_t role) const {
    const auto [begin, end] = program_->open_words(case_, role);
    std::uint32_t count = 0;
    for (auto w = begin; w != end; ++w)
      if (const auto word = values_.outputs()[w]) count += static_cast<std::uint32_t>(std::popcount(word));
    return count;
  }
  // The index-th legal move (index below legal_count).
  std::uint32_t legal_move(std::uint32_t role, std::uint32_t index) const;
  // A legal move chosen uniformly; none if there is none. Draws a number only if there is a choice.
  std::optional<std::uint32_t> random_move(std::uint32_t role, Random& random) const;

  // Every value that `goal(role, ·)` has in this state.
  std::vector<std::int32_t> goals(std::uint32_t role);
  // Per role its goal, where exactly one value holds.
  void goals(std::span<std::optional<std::int32_t>> per_role);
  std::vector<Percept> percepts(std::span<const std::uint32_t> moves);

  // Plays one move per role, trusting that they are legal. False as in `load`.
  bool advance(std::span<const std::uint32_t> moves);

  // The work done so far, in touches of gates by events and inputs of gates evaluated from scratch.
  std::uint64_t work() const { return values_.touches() + work_; }

 private:
  void set_moves(std::span<const std::uint32_t> moves);

  std::shared_ptr<const StepperProgram> program_;
  EventValues values_;
  std::vector<std::uint64_t> words_;
  std::uint64_t hash_ = 0;
  std::uint32_t case_ = 0;
  std::vector<std::uint32_t> moves_;  // per role, the move whose input is true, or kAbsent
  std::vector<std::uint64_t> next_;
  std::uint64_t work_ = 0;
};

}  // namespace woodstock::stepper
