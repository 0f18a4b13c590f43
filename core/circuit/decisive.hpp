// Decisive moves (Teytaud & Teytaud 2010, "On the huge benefit of decisive moves in Monte-Carlo tree
// search"): moves that win at once, and moves after which the next role to move can. Both are functions of
// the state, compiled by putting the next state in place of the present one in `terminal` and `goal`, move by
// move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "circuit/circuit.hpp"
#include "circuit/composition.hpp"

namespace woodstock::circuit {

inline constexpr std::uint32_t kSeveralRoles = 0xffffffff;

// Signals are of `circuit`, and right in states that are not terminal.
struct DecisiveMoves {
  std::uint32_t role;  // the only one with a choice, or `kSeveralRoles`
  Circuit circuit;     // that of a phase, with the gates needed
  // Per move: it is legal, ends the game and gives the role its highest goal. All false for other roles.
  std::vector<Signal> wins;
  // Some move does that, and gives all others their lowest goals.
  Signal threat;
  std::vector<std::int32_t> goals;  // per role, after such a move
  // Per move: it is legal and lets the role that moves next do that. Empty unless asked for.
  std::vector<Signal> blunders;

  // Whether anything is said of a role's moves.
  bool covers(std::uint32_t one) const { return role == one || role == kSeveralRoles; }
};

// Roles but chance with a choice in a phase.
std::vector<std::uint32_t> deciders(const Circuit& phase);

// The only role with a choice in a phase; nothing if there are several or none, or if it is chance.
std::optional<std::uint32_t> sole_decider(const Circuit& phase);

// The winning moves in a phase of a game, given by its specialised circuit. Nothing without a sole decider;
// where a role's goal is always the same; or if more than `limit` gate inputs would have to be looked at.
std::optional<DecisiveMoves> winning_moves(const Circuit& game, const Circuit& phase, std::size_t limit,
                                           Legality legality = Legality::kEverywhere);

// The same with blunders, given the winning moves in the phase that follows. Nothing if the same role moves
// then, or if the limit is too low.
std::optional<DecisiveMoves> with_blunders(const Circuit& phase, const DecisiveMoves& moves,
                                           const DecisiveMoves& reply, std::size_t limit,
                                           Legality legality = Legality::kEverywhere);

// Where several choose at once, what a move does whatever the others do: it ends the game with the highest
// goal of its role (a win), or with no more than the middle of its goals (a blunder). Both err on the side of
// caution. Nothing if fewer choose, if no move is either, or if the limit is too low.
std::optional<DecisiveMoves> sudden_moves(const Circuit& game, const Circuit& phase, std::size_t limit,
                                          Legality legality = Legality::kEverywhere);

}  // namespace woodstock::circuit
