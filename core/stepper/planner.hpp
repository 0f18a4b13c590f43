// Finds the plan a game is compiled by. Control fluents are those that flip often and touch much, and that
// have few joint valuations (whose turn it is, the phase of a turn). Plans are compared by the work they do
// on the same random games: counted, not timed, so the choice is the same on every run.
#pragma once

#include <memory>

#include "circuit/circuit.hpp"
#include "stepper/program.hpp"

namespace woodstock::stepper {

// A program that does clearly less work than `plain`, or nothing.
std::shared_ptr<const StepperProgram> better_program(const circuit::Circuit& circuit,
                                                     std::shared_ptr<const StepperProgram> plain,
                                                     bool may_split);

}  // namespace woodstock::stepper
