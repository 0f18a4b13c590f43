// What a search expects of the other roles, for following a match: their hidden moves are then more or less
// likely by its own strategies rather than all alike.
#pragma once

#include "base/deadline.hpp"
#include "belief/pairs.hpp"
#include "belief/track.hpp"
#include "search/opinion.hpp"

namespace woodstock::search::belief_game {

// For one step of a track that began at the start of the game; both must outlive what is returned. Nothing,
// by which all moves are alike, where there are too many states to ask about; what was not asked about by the
// deadline is taken to be alike, too.
belief::Policy expected_moves(const belief::Track& track, Opinion& opinion, const Deadline& deadline = {});

}  // namespace woodstock::search::belief_game
