// Stages where several choose at once: an equilibrium of the estimates, and for where to look next one of
// what they may be at best and at worst.
#include <algorithm>
#include <cmath>
#include <limits>

#include "search/mac_ucb/backup.hpp"

namespace woodstock::search::mac_ucb {

// The probability of a joint action of the deciders under their strategies.
float Backup::weight_of(const std::vector<std::uint32_t>& counts, const std::vector<float>& strategies,
                        std::uint32_t outcome) {
  float weight = 1;
  std::size_t end = strategies.size();
  for (std::size_t d = counts.size(); d-- > 0;) {
    weight *= strategies[end - counts[d] + outcome % counts[d]];
    outcome /= counts[d];
    end -= counts[d];
  }
  return weight;
}

// Of `matrix_`, if what the two strategies guarantee their players is as good as the same.
std::optional<float> Backup::value_between(const float* row, std::uint32_t rows, const float* column,
                                           std::uint32_t columns) {
  mixed_.assign(columns, 0.0F);
  float ceiling = -std::numeric_limits<float>::infinity();
  const float* payoff = matrix_.data();
  for (std::uint32_t r = 0; r < rows; ++r, payoff += columns) {
    float sum = 0;
    for (std::uint32_t c = 0; c < columns; ++c) {
      sum += payoff[c] * column[c];
      mixed_[c] += payoff[c] * row[r];
    }
    ceiling = std::max(ceiling, sum);
  }
  const float floor = *std::min_element(mixed_.begin(), mixed_.end());
  if (ceiling - floor > kNear) return std::nullopt;
  return (floor + ceiling) / 2;
}

// An equilibrium that still is one, or nearly, is kept: solving costs much more than looking.
void Backup::resolve(PolicyTree& tree, StageId id, Expansion& expansion, bool exact) {
  const auto count = static_cast<std::uint32_t>(outcomes_.size());
  const auto& deciders = expansion.deciders;
  float total = 1;
  for (const auto& outcome : outcomes_) total += outcome.samples;
  const float doubt = std::log(total);
  bonus_.resize(count);
  for (std::uint32_t o = 0; o < count; ++o)
    bonus_[o] = exploration_ * std::sqrt(doubt / (outcomes_[o].samples + 1));
  float* result = tree.value(id);
  float* lowest = tree.low(id);
  float* highest = tree.high(id);
  if (payoffs_.kind() == PayoffKind::kConstantSum && count <= kExactMatrix) {
    const auto rows = expansion.counts[deciders[0]], columns = expansion.counts[deciders[1]];
    const std::size_t both = rows + columns;
    const bool first = expansion.strategy.empty();
    expansion.strategy.resize(both);
    expansion.interest.resize(2 * both);
    float *strategy = expansion.strategy.data(), *interest = expansion.interest.data();
    const auto solve = [&](float optimism, float* row, float* column) {
      matrix_.resize(count);
      for (std::uint32_t o = 0; o < count; ++o) matrix_[o] = *value(o) + optimism * bonus_[o];
      if (const auto known = first || exact ? std::nullopt : value_between(row, rows, column, columns))
        return *known;
      game_.solve(matrix_, rows, columns, solution_);
      std::copy_n(solution_.row.begin(), rows, row);
      std::copy_n(solution_.column.begin(), columns, column);
      return static_cast<float>(solution_.value);
    };
    *result = solve(0, strategy, strategy + rows);
    const auto [least, most] = std::minmax_element(bonus_.begin(), bonus_.end());
    if (*most - *least > kNear) {
      solve(1, interest, interest + both);
      solve(-1, interest + both + columns, interest + rows);
    } else {  // nothing to be drawn to
      std::copy_n(strategy, both, interest);
      std::copy_n(strategy + rows, columns, interest + both);
      std::copy_n(strategy, rows, interest + both + columns);
    }
    // Pure strategies bound the value of mixed ones.
    *lowest = 0;
    for (std::uint32_t row = 0; row < rows; ++row) {
      float worst = payoffs_.most();
      for (std::uint32_t column = 0; column < columns; ++column)
        worst = std::min(worst, *low(row * columns + column));
      *lowest = std::max(*lowest, worst);
    }
    *highest = payoffs_.most();
    for (std::uint32_t column = 0; column < columns; ++column) {
      float best = 0;
      for (std::uint32_t row = 0; row < rows; ++row) best = std::max(best, *high(row * columns + column));
      *highest = std::min(*highest, best);
    }
    return;
  }
  std::vector<std::uint32_t> counts;
  for (const auto role : deciders) counts.push_back(expansion.counts[role]);
  matrix_.resize(static_cast<std::size_t>(count) * counts.size());
  const auto solve = [&](float optimism, std::vector<float>& strategies) {
    for (std::size_t d = 0; d < counts.size(); ++d)
      for (std::uint32_t o = 0; o < count; ++o)
        matrix_[d * count + o] = payoffs_.urge(deciders[d], value(o)) + optimism * bonus_[o];
    const auto iterations = std::clamp(kRegretWork / matrix_.size(), kFewestIterations, kMostIterations);
    matching_.solve(matrix_, counts, static_cast<std::uint32_t>(iterations), strategies);
  };
  solve(1, expansion.interest);
  solve(0, expansion.strategy);
  std::fill_n(result, size_, 0.0F);
  std::fill_n(lowest, size_, payoffs_.most());
  std::fill_n(highest, size_, 0.0F);
  for (std::uint32_t o = 0; o < count; ++o) {
    const float weight = weight_of(counts, expansion.strategy, o);
    for (std::uint32_t i = 0; i < size_; ++i) {
      result[i] += weight * value(o)[i];
      lowest[i] = std::min(lowest[i], low(o)[i]);
      highest[i] = std::max(highest[i], high(o)[i]);
    }
  }
}

}  // namespace woodstock::search::mac_ucb
