// Patterns in the rules of a game: the definitions of terminal and goals are multiplied out, those for which
// that stays small, and conjunctions of several fluents are kept. What must not hold is left aside.
#pragma once

#include <vector>

#include "circuit/circuit.hpp"
#include "search/learning/patterns.hpp"

namespace woodstock::search::learning {

// Without blockers. Empty if there are none, or too many.
std::vector<Pattern> find_patterns(const circuit::Circuit& circuit);

}  // namespace woodstock::search::learning
