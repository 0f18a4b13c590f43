// A game whose positions are not states of a circuit but stand for something else, such as beliefs: a search
// sees them as states of one word, a name. Who can expand them, and say which states to play out from, can be
// searched like any other game.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "lanes/lanes.hpp"
#include "search/stage_expander.hpp"

namespace woodstock::search {

// Any number of threads may ask.
class Positions {
 public:
  virtual ~Positions() = default;
  // Those of the game that is played.
  virtual const std::shared_ptr<const lanes::Lanes>& lanes() const = 0;
  // One for each thread. Chance's moves may have odds.
  virtual std::unique_ptr<StageExpander> expander() const = 0;
  // Adds so many playouts that stand for a position. What they point to lasts as long as the positions do.
  virtual void draw(std::span<const std::uint64_t> position, std::uint32_t playouts, Random& random,
                    std::vector<lanes::LaneStart>& starts) const = 0;
};

}  // namespace woodstock::search
