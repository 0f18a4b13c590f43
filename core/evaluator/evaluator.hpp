// Questions about positions. An evaluator serves one thread at a time; all evaluators of a program share it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "evaluator/machine.hpp"
#include "evaluator/program.hpp"

namespace woodstock::evaluator {

class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Program> program);

  const Program& program() const { return *program_; }
  const std::shared_ptr<const Program>& shared_program() const { return program_; }
  Limits& limits() { return machine_.limits; }
  const Machine& machine() const { return machine_; }

  // Going on with the position asked about last is cheap.
  bool terminal(const Position& position);
  std::vector<Id> legal(const Position& position, std::size_t role);
  std::vector<Id> goals(const Position& position, std::size_t role);
  // The role's goal if exactly one number holds.
  std::optional<std::int32_t> goal(const Position& position, std::size_t role);
  Position next(const Position& position, const std::vector<Id>& moves);
  // Per role, what it sees when these moves are made.
  std::vector<std::vector<Id>> percepts(const Position& position, const std::vector<Id>& moves);

 private:
  void load(const Position& position);
  void look(const Position& position);
  void step(const Position& position, const std::vector<Id>& moves);

  std::shared_ptr<const Program> program_;
  Machine machine_;
  Position loaded_;
  std::vector<Id> moves_;  // made in the loaded position; empty: none
};

// The number that a goal value is written as, if it is one.
std::optional<std::int32_t> number_of(const Terms& terms, Id term);

}  // namespace woodstock::evaluator
