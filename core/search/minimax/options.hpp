// What a full-width search may be told; names, units and reasons are in the table (options.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/option_table.hpp"

namespace woodstock::search::minimax {

struct Options {
  std::uint32_t depth = 0;
  std::uint32_t table = 21;
  std::uint32_t forced = 0;
  double noisy = 0.05;
  std::uint32_t exchange = 6;
};

std::span<const OptionRow<Options>> option_table();

// What a move gains that gains much: to begin with, at least, and by how much each move seen changes that.
// Scores reach from -1,000,000 to 1,000,000 (score.hpp).
inline constexpr double kFirstMuch = 20'000, kLeastMuch = 2'000, kBarStep = 200;
// Of the stages of a search, those beyond its depth at most, about; the first so many are free; and by how
// much the bar rises with each that is too many.
inline constexpr double kMostBeyond = 0.25, kBarRise = 1.01;
inline constexpr std::uint64_t kFreeBeyond = 256;
// Joint moves looked ahead at most.
inline constexpr std::uint32_t kMostDepth = 250;
// Stages of which the successors are made together, at most, and joint moves of these, about; where the first
// may decide it comes alone.
inline constexpr std::size_t kStagesAtOnce = 64, kJointsAtOnce = 4096;
// Joint moves of a stage that is looked at: above, it counts as it looks.
inline constexpr std::size_t kMostJoints = 4096;
inline constexpr std::size_t kMostRootJoints = std::size_t{1} << 20;
// Joint moves of the expected line, at most.
inline constexpr std::size_t kLongestLine = 32;

}  // namespace woodstock::search::minimax
