#include "search/matrix_game.hpp"

#include <algorithm>
#include <numeric>

namespace woodstock::search {

void MatrixGame::solve(std::span<const float> payoffs, std::uint32_t rows, std::uint32_t columns,
                       MatrixSolution& solution) {
  constexpr double kZero = 1e-9;
  // All payoffs at least 1, so that the value is positive and the linear program bounded.
  const double shift = 1.0 - *std::min_element(payoffs.begin(), payoffs.end());
  const std::uint32_t width = columns + 1;
  tableau_.assign(static_cast<std::size_t>(rows + 1) * width, 0);
  const auto at = [&](std::uint32_t i, std::uint32_t j) -> double& {
    return tableau_[static_cast<std::size_t>(i) * width + j];
  };
  for (std::uint32_t i = 0; i < rows; ++i) {
    for (std::uint32_t j = 0; j < columns; ++j)
      at(i, j) = payoffs[static_cast<std::size_t>(i) * columns + j] + shift;
    at(i, columns) = 1;
  }
  for (std::uint32_t j = 0; j < columns; ++j) at(rows, j) = -1;
  row_label_.resize(rows);
  column_label_.resize(columns);
  std::iota(row_label_.begin(), row_label_.end(), columns);  // columns + i: the row player's move i
  std::iota(column_label_.begin(), column_label_.end(), 0U);
  const std::uint32_t patience = 8 * (rows + columns);  // then Bland's rule, which cannot cycle
  for (std::uint32_t pivots = 0;; ++pivots) {
    std::uint32_t enter = columns;
    for (std::uint32_t j = 0; j < columns; ++j) {
      if (at(rows, j) >= -kZero) continue;
      if (enter == columns) {
        enter = j;
      } else if (pivots < patience ? at(rows, j) < at(rows, enter)
                                   : column_label_[j] < column_label_[enter]) {
        enter = j;
      }
    }
    if (enter == columns || pivots > 16 * patience) break;
    std::uint32_t leave = rows;
    for (std::uint32_t i = 0; i < rows; ++i) {
      if (at(i, enter) <= kZero) continue;
      if (leave == rows) {
        leave = i;
        continue;
      }
      const double mine = at(i, columns) * at(leave, enter), best = at(leave, columns) * at(i, enter);
      if (mine < best || (mine == best && row_label_[i] < row_label_[leave])) leave = i;
    }
    if (leave == rows) break;
    const double pivot = at(leave, enter);
    for (std::uint32_t i = 0; i <= rows; ++i) {
      if (i == leave || at(i, enter) == 0) continue;
      const double factor = at(i, enter) / pivot;
      for (std::uint32_t j = 0; j < width; ++j)
        if (j != enter) at(i, j) -= at(leave, j) * factor;
      at(i, enter) = -factor;
    }
    for (std::uint32_t j = 0; j < width; ++j)
      if (j != enter) at(leave, j) /= pivot;
    at(leave, enter) = 1 / pivot;
    std::swap(row_label_[leave], column_label_[enter]);
  }
  const double scaled = 1 / at(rows, columns);
  solution.row.assign(rows, 0);
  solution.column.assign(columns, 0);
  for (std::uint32_t i = 0; i < rows; ++i)
    if (row_label_[i] < columns)
      solution.column[row_label_[i]] = static_cast<float>(std::max(0.0, at(i, columns) * scaled));
  for (std::uint32_t j = 0; j < columns; ++j)
    if (column_label_[j] >= columns)
      solution.row[column_label_[j] - columns] = static_cast<float>(std::max(0.0, at(rows, j) * scaled));
  solution.value = scaled - shift;
}

void RegretMatching::solve(std::span<const float> payoffs, std::span<const std::uint32_t> counts,
                           std::uint32_t iterations, std::vector<float>& strategies) {
  const auto players = counts.size();
  const auto moves = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  const auto actions = payoffs.size() / players;
  regret_.assign(moves, 0);
  sum_.assign(moves, 0);
  current_.assign(moves, 0);
  std::vector<std::size_t> begin(players, 0), digit(players, 0);
  for (std::size_t p = 1; p < players; ++p) begin[p] = begin[p - 1] + counts[p - 1];
  for (std::uint32_t t = 0; t < iterations; ++t) {
    for (std::size_t p = 0; p < players; ++p) {
      double total = 0;
      for (std::size_t m = begin[p]; m < begin[p] + counts[p]; ++m) total += std::max(0.0, regret_[m]);
      for (std::size_t m = begin[p]; m < begin[p] + counts[p]; ++m) {
        current_[m] = total > 0 ? std::max(0.0, regret_[m]) / total : 1.0 / counts[p];
        sum_[m] += current_[m] * (t + 1);
      }
    }
    expected_.assign(moves, 0);
    std::fill(digit.begin(), digit.end(), 0);
    for (std::size_t action = 0; action < actions; ++action) {
      for (std::size_t p = 0; p < players; ++p) {
        double weight = 1;  // of the others' moves
        for (std::size_t q = 0; q < players; ++q)
          if (q != p) weight *= current_[begin[q] + digit[q]];
        if (weight > 0) expected_[begin[p] + digit[p]] += weight * payoffs[p * actions + action];
      }
      for (std::size_t p = players; p-- > 0;) {
        if (++digit[p] < counts[p]) break;
        digit[p] = 0;
      }
    }
    for (std::size_t p = 0; p < players; ++p) {
      double mean = 0;
      for (std::size_t m = begin[p]; m < begin[p] + counts[p]; ++m) mean += current_[m] * expected_[m];
      for (std::size_t m = begin[p]; m < begin[p] + counts[p]; ++m)
        regret_[m] = std::max(0.0, regret_[m] + expected_[m] - mean);
    }
  }
  strategies.resize(moves);
  for (std::size_t p = 0; p < players; ++p) {
    double total = 0;
    for (std::size_t m = begin[p]; m < begin[p] + counts[p]; ++m) total += sum_[m];
    for (std::size_t m = begin[p]; m < begin[p] + counts[p]; ++m)
      strategies[m] = static_cast<float>(total > 0 ? sum_[m] / total : 1.0 / counts[p]);
  }
}

}  // namespace woodstock::search
