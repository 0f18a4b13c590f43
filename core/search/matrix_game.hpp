// Simultaneous moves: two-player constant-sum matrices are solved exactly by the simplex method (Dantzig's
// reduction, in the compact tableau of Williams), large ones and matrices with more players or other payoffs
// by regret matching (Hart & Mas-Colell 2000; average strategies).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::search {

struct MatrixSolution {
  double value = 0;  // for the row player, who maximises
  std::vector<float> row, column;
};

class MatrixGame {
 public:
  // `payoffs` row by row. Exact up to rounding.
  void solve(std::span<const float> payoffs, std::uint32_t rows, std::uint32_t columns,
             MatrixSolution& solution);

 private:
  std::vector<double> tableau_;
  std::vector<std::uint32_t> row_label_, column_label_;
};

// What regret matching knows of a game: moves of one player after the other. Empty before it was first looked
// at.
struct Regrets {
  std::vector<float> regrets, strategies;  // the latter on average
  std::uint32_t iterations = 0;

  void reserve(std::size_t moves) {
    regrets.reserve(moves);
    strategies.reserve(moves);
  }
  // Memory stays.
  void clear() {
    regrets.clear();
    strategies.clear();
    iterations = 0;
  }
  std::size_t bytes() const { return (regrets.capacity() + strategies.capacity()) * sizeof(float); }
};

class RegretMatching {
 public:
  // Iterations that averages look back over, about: payoffs may change between calls.
  static constexpr std::uint32_t kWindow = 1024;

  // Goes on from what is known. `payoffs[player * joint actions + action]`, the last player's moves running
  // fastest.
  void improve(std::span<const float> payoffs, std::span<const std::uint32_t> counts,
               std::uint32_t iterations, Regrets& known);

 private:
  void expect(std::span<const float> payoffs, std::span<const std::uint32_t> counts, std::size_t player,
              const float* current);

  std::vector<float> current_, narrowed_, expected_;
};

}  // namespace woodstock::search
