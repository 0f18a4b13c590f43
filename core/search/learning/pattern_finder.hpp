// Patterns in the rules of a game: the definitions of terminal and goals are multiplied out, as far as that
// stays small, and conjunctions of several fluents without anything else are kept.
#pragma once

#include <vector>

#include "circuit/circuit.hpp"
#include "search/learning/patterns.hpp"

namespace woodstock::search::learning {

// Without blockers. Empty if there are none, or too many.
std::vector<Pattern> find_patterns(const circuit::Circuit& circuit);

}  // namespace woodstock::search::learning
