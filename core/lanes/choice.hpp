// Uniform choice of one legal move per lane without leaving the lanes: a bit-sliced population count over the
// legal rows, a bit-sliced product k = total * R >> bits with random bits R, and a masked descent to the k-th
// legal move (design: choosing moves without leaving the lanes).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lanes/program.hpp"

namespace woodstock::lanes {

// Rows of random bits that a choice among `moves` moves reads: a move's probability is off by at most
// moves / 2^rows, relatively.
std::uint32_t random_rows_for(std::uint32_t moves);

// One row per move: the lanes in which it is chosen. Lanes in `excluded`, and lanes without a legal move,
// choose none. `legal(i)` is asked once for each move, in order.
std::vector<LaneValue> choose_uniformly(Builder& builder, std::uint32_t moves,
                                        const std::function<LaneValue(std::uint32_t)>& legal,
                                        std::span<const LaneValue> random, LaneValue excluded);

}  // namespace woodstock::lanes
