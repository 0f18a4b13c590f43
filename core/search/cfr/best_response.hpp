// How good a strategy of all roles is: what each role has if all follow it, and what it could have by the
// best answer to the others' strategies that it can find from what it observes, exactly, by going through all
// plays (Johanson, Waugh, Bowling & Zinkevich 2011 for larger games). In an equilibrium nobody gains by that.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/engines.hpp"
#include "search/information/observer.hpp"

namespace woodstock::search::cfr {

// Shares of the moves after what a role has observed.
using Strategy =
    std::function<void(information::Key, std::span<const std::uint32_t> moves, std::vector<double>&)>;

struct Response {
  double value = 0;  // of the strategy, a goal from 0 to 100
  double best = 0;   // of the best answer
};

class BestResponse {
 public:
  // Throws std::length_error beyond so many steps of plays.
  BestResponse(const Engines& engines, Strategy strategy, std::uint64_t most_steps);

  // Per role; chance has none.
  std::vector<Response> all();

 private:
  // A play up to some point, and how likely chance and the other roles make it.
  struct Play {
    State state;
    std::vector<information::Key> keys;
    double probability;
  };
  enum class By : std::uint8_t { kStrategy, kBest };

  double value(std::span<const Play> alike, std::uint32_t role, By by);
  double after(std::span<const Play* const> open, std::uint32_t role, std::uint32_t move, By by);

  information::Observer observer_;
  Strategy strategy_;
  std::uint64_t steps_left_;
  std::uint32_t roles_;
  std::int32_t chance_;
};

}  // namespace woodstock::search::cfr
