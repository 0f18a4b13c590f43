// From the completion to the circuit: each definition, a disjunction of conjunctions, is factored
// algebraically and shared. Beyond logic, two facts about play are used, so the circuit is right for legal
// joint moves only: a role makes exactly one move (an OR over more than half of a role's moves is the NOT of
// the OR over the others), and a move that is made is legal (what its legality demands need not be tested
// again).
#pragma once

#include <cstdint>
#include <vector>

#include "base/deadline.hpp"
#include "circuit/circuit.hpp"
#include "ground/completion.hpp"

namespace woodstock::circuit {

inline constexpr std::uint32_t kNoAtom = 0xffffffff;

struct GoalAtom {
  std::uint32_t role;
  std::int32_t value;
  std::uint32_t atom;
};

struct PerceptAtom {
  std::uint32_t role;
  std::uint32_t percept;
  std::uint32_t atom;
};

// Which atoms of the completion are the inputs and outputs of the game; kNoAtom where there is none.
struct GameAtoms {
  std::vector<std::uint32_t> fluents;  // (true f)
  std::vector<std::uint32_t> next;     // (next f)
  std::vector<std::uint8_t> initial;
  std::vector<std::uint32_t> moves_per_role;
  std::vector<std::uint32_t> moves;  // (does r m), roles in order
  std::vector<std::uint32_t> legal;  // (legal r m)
  std::uint32_t terminal = kNoAtom;
  std::vector<GoalAtom> goals;
  std::vector<PerceptAtom> percepts;
  std::int32_t chance_role = -1;

  std::vector<std::uint32_t> outputs() const;
};

// Throws OutOfTime.
Circuit compile(const ground::Completion& completion, const GameAtoms& atoms,
                const Deadline& deadline = Deadline::never());

}  // namespace woodstock::circuit
