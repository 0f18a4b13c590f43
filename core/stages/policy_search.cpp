#include "stages/policy_search.hpp"

#include <algorithm>

namespace woodstock::stages {

using namespace csp;

namespace {
constexpr std::uint32_t kNone = 0xffffffff;
}

PolicySearch::PolicySearch(Csp csp, std::vector<Distribution> distributions, std::vector<JudgedTable> judged,
                           std::uint32_t players, bool satisfaction, std::int64_t unit)
    : distributions_(std::move(distributions)),
      judged_(std::move(judged)),
      players_(players),
      satisfaction_(satisfaction),
      unit_(unit),
      propagation_(std::move(csp)),
      consistent_(propagation_.propagate()),
      values_(propagation_.domains().count(), 0) {
  distribution_of_.assign(size(), kNone);
  judged_at_.resize(size());
  std::vector<std::int64_t> last(size(), -1);  // the last variable that shares a scope with it
  const auto see = [&](std::vector<VariableId> scope) {
    if (scope.empty()) return;
    const auto end = *std::ranges::max_element(scope);
    for (const auto x : scope) last[x] = std::max(last[x], std::int64_t{end});
  };
  for (const auto& table : propagation_.csp().tables) see(table.scope);
  for (std::uint32_t i = 0; i < judged_.size(); ++i) {
    const auto& scope = judged_[i].rows.scope;
    if (scope.empty()) continue;
    see(scope);
    judged_at_[*std::ranges::max_element(scope)].push_back(i);
  }
  for (std::uint32_t i = 0; i < distributions_.size(); ++i) {
    auto scope = distributions_[i].scope();
    scope.push_back(distributions_[i].variable);
    see(scope);
    distribution_of_[distributions_[i].variable] = i;
  }
  frontier_.resize(size() + 1);
  scales_.assign(size() + 1, Wide(1));
  for (std::uint32_t position = 0; position <= size(); ++position)
    for (VariableId x = 0; x < position; ++x)
      if (last[x] >= position) frontier_[position].push_back(x);
  for (auto position = size(); position-- > 0;) {
    const auto i = distribution_of_[position];
    scales_[position] =
        i == kNone ? scales_[position + 1] : scales_[position + 1] * Wide(distributions_[i].denominator);
  }
}

std::size_t PolicySearch::KeyHash::operator()(const std::vector<ValueId>& key) const {
  std::uint64_t hash = 0;
  for (const auto value : key) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

std::optional<PolicySearch::Utilities> PolicySearch::bound(const std::vector<ValueId>& first, bool alive,
                                                           const Deadline& deadline) {
  deadline_ = &deadline;
  if (!consistent_) return std::nullopt;
  if (first.size() > values_.size()) throw std::invalid_argument("more values than variables");
  const auto depth = propagation_.depth();
  struct Restore {  // also when time runs out
    Propagation& propagation;
    std::size_t depth;
    ~Restore() {
      while (propagation.depth() > depth) propagation.pop();
    }
  } restore{propagation_, depth};
  propagation_.push();
  for (VariableId x = 0; x < first.size(); ++x) {
    if (first[x] >= propagation_.domains().initial_size(x)) throw std::invalid_argument("no such value");
    values_[x] = first[x];
    if (!propagation_.domains().contains(x, first[x]) || !propagation_.assign(x, first[x]))
      return std::nullopt;
  }
  if (!propagation_.propagate()) return std::nullopt;
  return remembered(static_cast<std::uint32_t>(first.size()), alive);
}

PolicySearch::Bound PolicySearch::remembered(std::uint32_t position, bool alive) {
  std::vector<ValueId> key{position, static_cast<ValueId>(alive)};
  for (const auto x : frontier_[position]) key.push_back(values_[x]);
  const auto place = known_.find(key);
  if (place != known_.end()) return place->second;
  auto found = compute(position, alive);
  known_.emplace(std::move(key), found);
  return found;
}

PolicySearch::Bound PolicySearch::compute(std::uint32_t position, bool alive) {
  if (++nodes_ % 64 == 0 && deadline_->passed()) throw OutOfTime();
  if (position == size()) return Utilities(players_, Wide(satisfaction_ && alive ? unit_ : 0));
  const auto number = distribution_of_[position];
  if (number == kNone) {
    Bound best;
    for (const auto value : propagation_.domains().values(position)) {
      const auto reached = step(position, value, alive);
      if (!reached) continue;
      if (!best) {
        best = reached;
        continue;
      }
      for (std::uint32_t player = 0; player < players_; ++player)
        (*best)[player] = std::max((*best)[player], (*reached)[player]);
    }
    return best;
  }
  std::vector<std::int64_t> weights(propagation_.domains().initial_size(position));
  distributions_[number].weigh(values_, weights);
  Utilities total(players_, Wide(0));
  for (ValueId value = 0; value < weights.size(); ++value) {
    if (weights[value] == 0) continue;
    const auto reached = step(position, value, alive);
    if (!reached) return std::nullopt;
    for (std::uint32_t player = 0; player < players_; ++player)
      total[player] = total[player] + Wide(weights[value]) * (*reached)[player];
  }
  return total;
}

// Sets a variable, propagates, settles the decisions after it that have one value left, and goes on.
PolicySearch::Bound PolicySearch::step(std::uint32_t position, ValueId value, bool alive) {
  propagation_.push();
  Bound reached;
  if (propagation_.domains().contains(position, value) && propagation_.assign(position, value) &&
      propagation_.propagate()) {
    values_[position] = value;
    Utilities gain(players_, Wide(0));
    for (;;) {
      alive = judge(position, gain) && alive;
      ++position;
      if (position == size() || distribution_of_[position] != kNone ||
          !propagation_.domains().bound(position))
        break;
      values_[position] = propagation_.domains().value(position);
    }
    reached = remembered(position, alive);
    if (reached)
      for (std::uint32_t player = 0; player < players_; ++player)
        (*reached)[player] = (*reached)[player] + gain[player] * scales_[position];
  }
  propagation_.pop();
  return reached;
}

// The tables whose last variable is just set: adds what they bring; false if one does not hold.
bool PolicySearch::judge(std::uint32_t position, Utilities& gain) {
  auto holds = true;
  for (const auto i : judged_at_[position]) {
    const auto& [rows, utilities] = judged_[i];
    std::uint32_t row = 0;
    while (row < rows.rows() && !rows.row_allows(row, values_)) ++row;
    if (row == rows.rows()) {
      holds = holds && !utilities.empty();
    } else if (!utilities.empty() && !satisfaction_) {
      for (std::uint32_t player = 0; player < players_; ++player)
        gain[player] = gain[player] + Wide(utilities[row * players_ + player]);
    }
  }
  return holds;
}

}  // namespace woodstock::stages
