#include "search/learning/options.hpp"

namespace woodstock::search::learning {

namespace {

using Options = LearnerOptions;

// clang-format off
const OptionRow<Options> kTable[] = {
    {"candidates", &Options::candidates, "evaluations", 1, 8,
     "evaluations learned side by side, each with a seed of its own: seeds differ, and duels choose"},
    {"games", &Options::games, "games", 1, 1024, "games of self-play at once: their moves share the lanes"},
    {"width", &Options::width, "moves", 0, 4096,
     "best moves whose replies are looked at before one is chosen; 0: one ply only"},
    {"opening", &Options::opening, "plies", 0, 1000, "random plies that a game begins with, at most"},
    {"epsilon", &Options::epsilon, "share", 0, 1, "moves of self-play that are random"},
    {"bootstrap", &Options::bootstrap, "share", 0, 1,
     "of the best successor's value in what a position is taught, at every ply; the rest is the outcome"},
    {"rate", &Options::rate, "logits", 0, 10, "length of a step, divided by the root of the features that hold"},
    {"decay", &Options::decay, "share", 0, 1, "of Adagrad's sum of squares that stays: steps never die out"},
    {"shared", &Options::shared, "share", 0, 1, "of each step that the other contexts take too"},
    {"replays", &Options::replays, "positions", 0, 64, "earlier positions learned from again with each new one"},
    {"buffer", &Options::buffer, "positions", 1, 1 << 24, "positions kept for that"},
    {"plies", &Options::plies, "plies", 1, 1 << 20, "longest game of self-play; it then counts as it stands"},
    {"patterns", &Options::patterns, "switch", 0, 1,
     "where the rules ask for several fluents at once (a row of four), how many of them hold counts too: a second evaluation is learned with that, and duels choose"},
    {"legal", &Options::legal, "switch", 0, 1,
     "which moves are legal counts too, as if fluents said so (mobility); not with more than 512 moves"},
    {"pairs", &Options::pairs, "pairs", 0, kMostPairs,
     "pairs of fluents that get a weight of their own each time that such are looked for, about; 4,096 in all"},
};
// clang-format on

}  // namespace

std::span<const OptionRow<LearnerOptions>> learner_table() { return kTable; }

}  // namespace woodstock::search::learning
