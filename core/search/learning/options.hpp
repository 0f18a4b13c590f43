// Every number of learning: what may be set, with units and reasons in the table (options.cpp), and below it
// what nobody had a reason to set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/option_table.hpp"

namespace woodstock::search::learning {

struct LearnerOptions {
  std::uint32_t candidates = 1;
  std::uint32_t games = 64;
  std::uint32_t width = 6;
  std::uint32_t opening = 8;
  double epsilon = 0.1;
  double bootstrap = 0.05;
  double rate = 0.3;
  double decay = 0.9999;
  double shared = 0.5;
  std::uint32_t replays = 4;
  std::uint32_t buffer = 200'000;
  std::uint32_t plies = 1000;
  std::uint32_t patterns = 1;
  std::uint32_t legal = 0;
  std::uint32_t pairs = 256;
};

std::span<const OptionRow<LearnerOptions>> learner_table();

// Positions after which pairs are looked for, and again each time that these have doubled.
inline constexpr std::uint64_t kPairsAfter = 8192;
// Pairs of an evaluation, at most.
inline constexpr std::uint32_t kMostPairs = 4096;
// Fluents up to which a weight for each can be learned in a start clock.
inline constexpr std::uint32_t kMostFluents = 20'000;
// Joint moves of a stage, at most: above, two plies cost too much to learn from.
inline constexpr std::size_t kMostJoints = 4096;
// Pairs of state and joint move that are expanded between two looks at the clock, about.
inline constexpr std::size_t kPairsAtOnce = 2048;
// Of a ply of all games: where stages are wide there are fewer games at once.
inline constexpr std::size_t kPairsOfPly = 16'384;
// Bytes of the positions that are kept for replay.
inline constexpr std::size_t kBufferBytes = std::size_t{64} << 20;
// Random games that a game is judged by before anything is learned.
// … and where patterns are to be looked at too.
inline constexpr std::uint32_t kSurveyGames = 64, kPatternGames = 256, kSurveyPlies = 512;
// Games of self-play after which all outcomes being alike tells that there is nothing to learn.
inline constexpr std::uint64_t kGamesToVary = 256;
// Games of a duel that decide, at least, where time cuts it short.
inline constexpr std::uint32_t kGamesToChoose = 16;
// Adagrad's sum of squares where learning goes on from weights that have settled: about what it comes to, so
// that first steps are short.
inline constexpr float kSettledSquares = 1000;
// Numbers of a value, at most: one per player where each plays for itself.
inline constexpr std::uint32_t kMostHeads = 16;
// Positions between two points of a learning curve, to begin with; and points kept.
inline constexpr std::uint64_t kCurveStep = 4096;
inline constexpr std::size_t kCurvePoints = 32;
// Positions learned from between two samples of the weights for their average.
inline constexpr std::uint64_t kAverageStep = 1024;

}  // namespace woodstock::search::learning
