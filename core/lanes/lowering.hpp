// From a circuit to the row programs that the lanes run.
#pragma once

#include <cstdint>
#include <span>

#include "circuit/circuit.hpp"
#include "circuit/decisive.hpp"
#include "lanes/program.hpp"
#include "lanes/ranking.hpp"

namespace woodstock::lanes {

// The scratch rows that programs share with the code that runs them; spilled values come after `end`.
struct Layout {
  explicit Layout(const circuit::Circuit& circuit);

  std::uint32_t terminal = 2;
  std::uint32_t illegal = 3;  // lanes in which a prescribed move is not legal
  std::uint32_t threat = 4;   // lanes in which the role that moves next can win at once
  std::uint32_t random;       // random bits, role by role
  std::uint32_t prescribed;   // per role: the lanes in which its move is prescribed
  std::uint32_t given;        // per move: the lanes in which it is prescribed
  std::uint32_t does;         // per move: the lanes in which it is played
  std::uint32_t legal;        // per move
  std::uint32_t percepts;     // per percept output
  std::uint32_t goals;        // per goal output
  std::uint32_t harvest;      // per fluent: final states of lanes whose goals are still to be evaluated
  std::uint32_t end;
};

enum class LaneTask : std::uint8_t {
  kPlay,     // random moves: terminal and next
  kRecord,   // random or prescribed moves: terminal, next, does, percepts, illegal
  kGiven,    // all moves prescribed: terminal, next, legal, goals, percepts
  kNext,     // all moves prescribed: next
  kLegal,    // terminal and legal
  kStatus,   // terminal and goals
  kGoals,    // goals
  kHarvest,  // goals of the harvested states
  kThreat,   // terminal and threat, with decisive moves only
};
inline constexpr std::uint32_t kLaneTasks = 9;

LaneProgram lower(const circuit::Circuit& circuit, const Layout& layout, LaneTask task);
// The same for tasks with random moves, where decisive ones are preferred, and for threats.
LaneProgram lower(const circuit::DecisiveMoves& decisive, const Layout& layout, LaneTask task);
// The same where moves are chosen by their ranks (preferred_play.hpp), of all or of the decisive ones.
LaneProgram lower(const circuit::Circuit& circuit, std::span<const Ranking> rankings, const Layout& layout,
                  LaneTask task);
LaneProgram lower(const circuit::DecisiveMoves& decisive, std::span<const Ranking> rankings,
                  const Layout& layout, LaneTask task);

}  // namespace woodstock::lanes
