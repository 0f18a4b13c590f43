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

class RegretMatching {
 public:
  // `payoffs[player * joint actions + action]`, the last player's moves running fastest. Leaves the average
  // strategies, one player after the other.
  void solve(std::span<const float> payoffs, std::span<const std::uint32_t> counts, std::uint32_t iterations,
             std::vector<float>& strategies);

 private:
  std::vector<double> regret_, sum_, expected_;
  std::vector<double> current_;
};

}  // namespace woodstock::search
