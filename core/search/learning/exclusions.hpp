// Which fluents never hold together, as far as random games tell: a cell has one content.
#pragma once

#include <cstdint>
#include <vector>

#include "search/learning/patterns.hpp"

namespace woodstock::search::learning {

class Exclusions {
 public:
  // Of the fluents of patterns.
  Exclusions(const std::vector<Pattern>& patterns, std::uint32_t fluents, std::uint32_t games);

  // A state of the game of that number.
  void note(std::uint32_t game, const std::uint64_t* state);
  // Never seen together, though each was seen so often that chance alone would not keep them apart.
  bool exclude(std::uint32_t one, std::uint32_t other) const;
  // Every fluent of the patterns that excludes one of a pattern's, as its blocker.
  std::vector<Pattern> with_blockers(std::vector<Pattern> patterns) const;

 private:
  std::uint32_t words_, games_;
  std::vector<std::uint32_t> fluents_;
  std::vector<std::uint32_t> row_;       // per fluent: its place in `fluents_`
  std::vector<std::uint64_t> mask_;      // of `fluents_`
  std::vector<std::uint64_t> together_;  // row × word of a state
  std::vector<std::uint64_t> games_of_;  // row × word of games: those in which it was seen
  std::vector<std::uint32_t> seen_;      // per row: how many these are
};

}  // namespace woodstock::search::learning
