// How far the effects of moves made in playouts (move_table.hpp) foretell what the moves are worth when they
// are made. That differs from game to game: next to nothing where a move's meaning changes with the position,
// nearly everything where stones stay where they are put. So it is learned: effects inherited from above are
// compared with the means of the successors' own playouts, and trusted by the slope of the regression line.
#pragma once

#include <vector>

namespace woodstock::search::mac_ucb {

class Foresight {
 public:
  struct Pair {
    float expected, seen, weight;
  };
  void learn(const std::vector<Pair>& pairs);
  // The share of a stage's playouts in which one of its moves was made, in the mean: moves that do not come
  // again cannot be judged.
  void notice(float recurrence);
  float trust() const;
  // Whether moves are worth being counted, and whether they come often enough to do without playouts for
  // each.
  bool pays() const;
  bool suffices() const;

 private:
  double both_ = 0, own_ = 0;  // sums of products and of squares
  float recurrence_ = -1;      // unknown
};

}  // namespace woodstock::search::mac_ucb
