// Playouts below a stage by the moves that its decider made in them, now or later (all moves as first: Gelly
// & Silver 2007), and what each move so seems to add to the stage's value. Where playouts are few, the
// effects found at the last stage of the same decider above stand in (as in GRAVE, Cazenave 2015).
#pragma once

#include <cstdint>
#include <vector>

namespace woodstock {

class MoveTable {
 public:
  bool empty() const { return made_.empty(); }
  std::size_t bytes() const { return (made_.capacity() + rewards_.capacity() + inherited_.capacity()) * 4; }
  void reset(std::size_t moves, std::uint32_t size);

  // Playouts in which move m was made, with the sums of their rewards, number by number.
  void add(std::size_t m, float playouts, const float* rewards);
  void inherit(std::size_t m, const float* effect);
  const float* inherited(std::size_t m) const { return &inherited_[m * size_]; }
  float made() const;
  // Move by move, number by number.
  void effects(std::vector<float>& result) const;

 private:
  std::uint32_t size_ = 1;
  std::vector<float> made_, rewards_, inherited_;
};

// How far effects of moves foretell what the moves are worth when they are made. That differs from game to
// game: next to nothing where a move's meaning changes with the position, nearly everything where stones stay
// where they are put. So it is learned: effects inherited from above are compared with the means of the
// successors' own playouts, and trusted by the slope of the regression line.
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

}  // namespace woodstock
