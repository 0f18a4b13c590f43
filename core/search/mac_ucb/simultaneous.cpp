#include "search/mac_ucb/simultaneous.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace woodstock::search::mac_ucb {

namespace {

// The probability of a joint action of the deciders under their strategies.
float weight_of(const std::vector<std::uint32_t>& counts, const std::vector<float>& strategies,
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

std::vector<std::uint32_t> counts_of_deciders(const Expansion& expansion) {
  std::vector<std::uint32_t> counts;
  for (const auto role : expansion.deciders) counts.push_back(expansion.counts[role]);
  return counts;
}

}  // namespace

std::uint32_t Simultaneous::likeliest(const Expansion& expansion, std::uint32_t outcomes) {
  const auto counts = counts_of_deciders(expansion);
  std::uint32_t best = 0;
  float most = -1;
  for (std::uint32_t o = 0; o < outcomes; ++o) {
    const float weight = weight_of(counts, expansion.strategy, o);
    if (weight > most) {
      most = weight;
      best = o;
    }
  }
  return best;
}

// Of `matrix_`, if what the two strategies guarantee their players is as good as the same.
std::optional<float> Simultaneous::value_between(const float* row, std::uint32_t rows, const float* column,
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

// An equilibrium that still is one, or nearly, is kept unless it is wanted anew: solving costs much more than
// looking.
float Simultaneous::solve_matrix(const Outcomes& outcomes, float optimism, bool anew, std::uint32_t rows,
                                 std::uint32_t columns, float* row, float* column) {
  matrix_.resize(outcomes.count());
  for (std::uint32_t o = 0; o < outcomes.count(); ++o) matrix_[o] = *outcomes.value(o) + optimism * bonus_[o];
  if (const auto known = anew ? std::nullopt : value_between(row, rows, column, columns)) return *known;
  game_.solve(matrix_, rows, columns, solution_);
  std::copy_n(solution_.row.begin(), rows, row);
  std::copy_n(solution_.column.begin(), columns, column);
  return static_cast<float>(solution_.value);
}

// Pure strategies bound the value of mixed ones.
void Simultaneous::bound_by_pure(const Outcomes& outcomes, std::uint32_t rows, std::uint32_t columns,
                                 float& low, float& high) const {
  low = 0;
  for (std::uint32_t row = 0; row < rows; ++row) {
    float worst = payoffs_.most();
    for (std::uint32_t column = 0; column < columns; ++column)
      worst = std::min(worst, *outcomes.low(row * columns + column));
    low = std::max(low, worst);
  }
  high = payoffs_.most();
  for (std::uint32_t column = 0; column < columns; ++column) {
    float best = 0;
    for (std::uint32_t row = 0; row < rows; ++row)
      best = std::max(best, *outcomes.high(row * columns + column));
    high = std::min(high, best);
  }
}

void Simultaneous::resolve_matrix(const Outcomes& outcomes, PolicyTree& tree, StageId id, bool exact) {
  auto& expansion = *tree[id].expansion;
  const auto rows = expansion.counts[expansion.deciders[0]],
             columns = expansion.counts[expansion.deciders[1]];
  const std::size_t both = rows + columns;
  const bool anew = expansion.strategy.empty() || exact;
  expansion.strategy.resize(both);
  expansion.interest.resize(2 * both);
  float *strategy = expansion.strategy.data(), *interest = expansion.interest.data();
  const auto solve = [&](float optimism, float* row, float* column) {
    return solve_matrix(outcomes, optimism, anew, rows, columns, row, column);
  };
  *tree.value(id) = solve(0, strategy, strategy + rows);
  const auto [least, most] = std::minmax_element(bonus_.begin(), bonus_.end());
  if (*most - *least > kNear) {
    solve(1, interest, interest + both);
    solve(-1, interest + both + columns, interest + rows);
  } else {  // nothing to be drawn to
    std::copy_n(strategy, both, interest);
    std::copy_n(strategy + rows, columns, interest + both);
    std::copy_n(strategy, rows, interest + both + columns);
  }
  bound_by_pure(outcomes, rows, columns, *tree.low(id), *tree.high(id));
}

void Simultaneous::resolve_by_regret(const Outcomes& outcomes, PolicyTree& tree, StageId id, bool exact) {
  auto& expansion = *tree[id].expansion;
  const auto& deciders = expansion.deciders;
  const auto counts = counts_of_deciders(expansion);
  const auto count = outcomes.count();
  matrix_.resize(static_cast<std::size_t>(count) * counts.size());
  if (exact) {  // what estimates made of it counts no more
    expansion.regrets->first.clear();
    expansion.regrets->second.clear();
  }
  const auto wanted = exact ? kExactRegretWork : expansion.strategy.empty() ? kRegretWork : kMoreRegretWork;
  const auto iterations =
      static_cast<std::uint32_t>(std::clamp(wanted / matrix_.size(), kFewestIterations, kMostIterations));
  effects_.smooth(outcomes, counts, tree.payoff_size(), shrinkage_);
  const auto solve = [&](float optimism, Regrets& known, std::vector<float>& strategies) {
    for (std::size_t d = 0; d < counts.size(); ++d)
      for (std::uint32_t o = 0; o < count; ++o)
        matrix_[d * count + o] = payoffs_.urge(deciders[d], effects_.value(o)) + optimism * bonus_[o];
    matching_.improve(matrix_, counts, iterations, known);
    strategies = known.strategies;
  };
  solve(0, expansion.regrets->second, expansion.strategy);
  const auto [least, most] = std::minmax_element(bonus_.begin(), bonus_.end());
  if (*most - *least > kNear || !expansion.interest.empty()) {
    solve(1, expansion.regrets->first, expansion.interest);
  } else {  // nothing to be drawn to
    expansion.regrets->first = expansion.regrets->second;
    expansion.interest = expansion.strategy;
  }
  const auto size = tree.payoff_size();
  float *result = tree.value(id), *lowest = tree.low(id), *highest = tree.high(id);
  std::fill_n(result, size, 0.0F);
  std::fill_n(lowest, size, payoffs_.most());
  std::fill_n(highest, size, 0.0F);
  for (std::uint32_t o = 0; o < count; ++o) {
    const float weight = weight_of(counts, expansion.strategy, o);
    for (std::uint32_t i = 0; i < size; ++i) {
      result[i] += weight * outcomes.value(o)[i];
      lowest[i] = std::min(lowest[i], outcomes.low(o)[i]);
      highest[i] = std::max(highest[i], outcomes.high(o)[i]);
    }
  }
}

void Simultaneous::resolve(const Outcomes& outcomes, PolicyTree& tree, StageId id, bool exact) {
  const auto count = outcomes.count();
  float total = 1;
  for (std::uint32_t o = 0; o < count; ++o) total += outcomes.samples(o);
  const float doubt = std::log(total);
  bonus_.resize(count);
  for (std::uint32_t o = 0; o < count; ++o)
    bonus_[o] = exploration_ * std::sqrt(doubt / (outcomes.samples(o) + 1));
  if (is_matrix(payoffs_, count)) {
    resolve_matrix(outcomes, tree, id, exact);
  } else {
    resolve_by_regret(outcomes, tree, id, exact);
  }
}

}  // namespace woodstock::search::mac_ucb
