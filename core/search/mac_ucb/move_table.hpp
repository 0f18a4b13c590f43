// Playouts below a stage by the moves that its decider made in them, now or later (all moves as first: Gelly
// & Silver 2007), and what each move so seems to add to the stage's value. Where playouts are few, the
// effects found at the last stage of the same decider above stand in (as in GRAVE, Cazenave 2015).
#pragma once

#include <cstdint>
#include <vector>

namespace woodstock::search::mac_ucb {

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

}  // namespace woodstock::search::mac_ucb
