#include "search/mac_ucb/options.hpp"

#include "search/kind.hpp"

namespace woodstock::search::mac_ucb {

namespace {

using Options = Options;

// clang-format off
const OptionRow<Options> kTable[] = {
    {"c", &Options::exploration, "reward", 0, kUnbounded,
     "exploration constant, for rewards from 0 to 1: means of many playouts differ by little, so small"},
    {"shrinkage", &Options::shrinkage, "playouts", 0, kUnbounded,
     "what a successor's prior is worth: minimax over a handful of playouts each picks the luckiest; and what "
     "moves add up to, of a joint action of several"},
    {"blend", &Options::blend, "share", 0, 1,
     "the prior: share of the stage's mean against its earlier estimate"},
    {"mix", &Options::mix, "share", 0, 1,
     "share of the playouts' mean in a stage's value, where there is no chance: it steadies the minimax"},
    {"virtual-loss", &Options::virtual_loss, "reward", 0, kUnbounded,
     "what a leaf under way takes off a value, so that leaves chosen together differ"},
    {"split", &Options::split, "share", 0, 0.99,
     "share of the time spent on solving stages, the rest goes to playouts (of passes of the circuit with a number of "
     "simulations, which promises the same again); 0 adapts to the stage"},
    {"playouts", &Options::playouts, "playouts", 1, 4096, "playouts of each new successor"},
    {"least", &Options::least, "playouts", 1, 4096,
     "playouts of a stage, at least: a forced move's single successor needs them too"},
    {"most", &Options::most, "playouts", 1, 65536,
     "playouts of a stage, at most: where it has more successors some wait for theirs"},
    {"first", &Options::first, "playouts", 0, 65536,
     "playouts of its own that a stage needs before it is expanded, where that costs many"},
    {"batch", &Options::batch, "playouts", 1, 65536,
     "playouts sampled together, as they fill the lanes; twice as many by each of several threads"},
    {"pipeline", &Options::pipeline, "jobs", 1, 64,
     "jobs under way with a number of simulations; the same for any number of threads, as the result is"},
    {"horizon", &Options::horizon, "steps", 1, kUnbounded, "longest playout"},
    decisive_option<Options>(),
    {"wide", &Options::wide, "successors", 0, kUnbounded,
     "successors of a stage, in the mean, from which on moves are judged by the playouts they were made in, "
     "sooner or later; 0: never, and all that follows from it is off"},
    {"belief", &Options::belief, "playouts", 0, kUnbounded, "in wide games, what such a judgement is worth"},
    {"wide-mix", &Options::wide_mix, "share", 0, 1,
     "in wide games, the least `mix`: too few successors are looked at for their best to say much"},
    {"stage-limit", &Options::stage_limit, "joint moves", 1, 1 << 24,
     "joint moves of a stage that is expanded whole: above, it costs too much time and memory"},
    {"attention", &Options::attention, "share", 0, 0.9,
     "at the root and for the replies to its moves, the share of the looks that all moves divide evenly: a "
     "refutation that random play dislikes is looked into all the same; with few samples it costs depth"},
    {"fade", &Options::fade, "playouts", 0, kUnbounded,
     "playouts of a stage that halve the share of their mean in its value; 0: it stays"},
    {"proof", &Options::proof, "share", 0, 0.9,
     "share of the work spent on proving wins and losses near the root, full width, where that is not `wide`; 0: none"},
    {"doubt", &Options::doubt, "reward", 0, kUnbounded,
     "what the final choice takes off a value that hardly anything is behind, beside the move most looked at: the "
     "highest of many is often luck, and still to be refuted; nothing at a `wide` root"},
    {"narrow", &Options::narrow, "joint moves", 1, 1 << 24, "joint moves kept of a stage that has more"},
};
// clang-format on

}  // namespace

std::span<const OptionRow<Options>> option_table() { return kTable; }

}  // namespace woodstock::search::mac_ucb
