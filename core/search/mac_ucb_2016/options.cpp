#include "search/mac_ucb_2016/options.hpp"

namespace woodstock::search::mac_ucb_2016 {

namespace {

// clang-format off
const OptionRow<Options> kTable[] = {
    {"solving", &Options::solving, "share", 0.01, 0.99,
     "share of the time spent on solving stages, the rest goes to playouts"},
    {"c", &Options::c, "constant", 0, kUnbounded, "of the confidence bound √(c ln n / n_i)"},
    {"horizon", &Options::horizon, "steps", 1, kUnbounded,
     "longest playout; one that is not over by then brings nobody anything (in lanes: its goals as they are)"},
    {"samples", &Options::samples, "playouts", 1, kUnbounded,
     "playouts for each policy of a stage where a number of simulations is set and time cannot divide them"},
    {"batch", &Options::batch, "playouts", 1, 4096, "playouts of a policy chosen, in lanes; in the network it is one"},
    {"singleton", &Options::singleton, "0 or 1", 0, 1, "singleton arc consistency; 0: arc consistency does"},
    {"cache", &Options::cache, "0 or 1", 0, 1,
     "leaves of playouts are remembered, so that a subtree is known to be explored; not in lanes"},
    {"confidence", &Options::confidence, "0 or 1", 0, 1,
     "policies leave the chance part once the confidence values of chance's moves are below the threshold"},
    {"stage-limit", &Options::stage_limit, "policies", 1, 1 << 24, "policies of a stage that are looked at"},
};
// clang-format on

}  // namespace

std::span<const OptionRow<Options>> option_table() { return kTable; }

}  // namespace woodstock::search::mac_ucb_2016
