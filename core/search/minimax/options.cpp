#include "search/minimax/options.hpp"

namespace woodstock::search::minimax {

namespace {

using Options = Options;

// clang-format off
const OptionRow<Options> kTable[] = {
    {"depth", &Options::depth, "joint moves", 0, kMostDepth,
     "looked ahead at most; 0: as many as the budget allows"},
    {"table", &Options::table, "power of two", 8, 28,
     "states in the transposition table, as far as the memory allows: 16 bytes each"},
    {"forced", &Options::forced, "joint moves", 0, 64,
     "by which lines of forced moves may be longer than the others: exchanges are seen to their end"},
    {"noisy", &Options::noisy, "share of the moves", 0, 0.5,
     "that are looked into beyond the depth, those that raise the estimate most: what is gained may be taken back; 0: none"},
    {"exchange", &Options::exchange, "joint moves", 0, 64, "of which such a line is, at most"},
};
// clang-format on

}  // namespace

std::span<const OptionRow<Options>> option_table() { return kTable; }

}  // namespace woodstock::search::minimax
