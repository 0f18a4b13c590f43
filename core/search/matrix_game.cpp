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

// What a player's moves are worth against the strategies of the others: their axes are summed up, the last
// ones first.
void RegretMatching::expect(std::span<const float> payoffs, std::span<const std::uint32_t> counts,
                            std::size_t player, const float* current) {
  narrowed_.assign(payoffs.begin(), payoffs.end());
  const auto moves = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  std::size_t size = payoffs.size(), inner = 1, begin = moves;
  for (std::size_t axis = counts.size(); axis-- > 0;) {
    const std::size_t count = counts[axis];
    begin -= count;
    if (axis == player) {
      inner = count;
      continue;
    }
    const std::size_t outer = size / (count * inner);
    expected_.assign(outer * inner, 0.0F);
    const float* from = narrowed_.data();
    for (std::size_t o = 0; o < outer; ++o)
      for (std::size_t m = 0; m < count; ++m, from += inner)
        for (std::size_t i = 0; i < inner; ++i) expected_[o * inner + i] += current[begin + m] * from[i];
    narrowed_.swap(expected_);
    size = outer * inner;
  }
}

void RegretMatching::improve(std::span<const float> payoffs, std::span<const std::uint32_t> counts,
                             std::uint32_t iterations, Regrets& known) {
  const auto players = counts.size();
  const auto moves = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  const auto actions = payoffs.size() / players;
  if (known.strategies.empty()) {
    known.regrets.assign(moves, 0);
    known.strategies.assign(moves, 0);
  }
  current_.resize(moves);
  for (std::uint32_t t = 0; t < iterations; ++t) {
    known.iterations = std::min(known.iterations + 1, kWindow);
    const auto round = static_cast<float>(known.iterations);
    const float fresh = 2 / (round + 1);  // later iterations count more
    for (std::size_t p = 0, begin = 0; p < players; begin += counts[p++]) {
      float total = 0;
      for (auto m = begin; m < begin + counts[p]; ++m) total += known.regrets[m];
      for (auto m = begin; m < begin + counts[p]; ++m) {
        current_[m] = total > 0 ? known.regrets[m] / total : 1.0F / static_cast<float>(counts[p]);
        known.strategies[m] += fresh * (current_[m] - known.strategies[m]);
      }
    }
    const float kept = known.iterations == kWindow ? 1 - 1 / round : 1;
    for (std::size_t p = 0, begin = 0; p < players; begin += counts[p++]) {
      expect(payoffs.subspan(p * actions, actions), counts, p, current_.data());
      float mean = 0;
      for (std::size_t m = 0; m < counts[p]; ++m) mean += current_[begin + m] * narrowed_[m];
      for (std::size_t m = 0; m < counts[p]; ++m) {
        auto& regret = known.regrets[begin + m];
        regret = std::max(0.0F, kept * regret + narrowed_[m] - mean);
      }
    }
  }
}

}  // namespace woodstock::search
