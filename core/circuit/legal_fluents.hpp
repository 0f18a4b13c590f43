// A game whose states also say which moves are legal in them: one more fluent for each move. What is legal
// after a step is then known with the step, and whatever can be learned of fluents can be learned of legal
// moves, how many there are (mobility) among it.
#pragma once

#include <cstdint>

#include "base/state.hpp"
#include "circuit/circuit.hpp"

namespace woodstock::circuit {

// The fluent that stands for the first move. The game's own come before it and fill whole words of a state,
// so that who knows only them can be given the longer states as well.
std::uint32_t first_legal_fluent(const Circuit& circuit);

// The same game: moves, roles and outcomes as they are.
Circuit with_legal_fluents(const Circuit& circuit);

// A state of the game as a state of that one. Throws std::invalid_argument for a state of another game.
State with_legal_fluents(const Circuit& circuit, const State& state);

}  // namespace woodstock::circuit
