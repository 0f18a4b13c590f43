#include "search/payoffs.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "base/state.hpp"

namespace woodstock::search {

using namespace circuit;
using namespace lanes;

std::string_view name_of(PayoffKind kind) {
  switch (kind) {
    case PayoffKind::kSingle:
      return "single";
    case PayoffKind::kConstantSum:
      return "constant-sum";
    case PayoffKind::kCooperative:
      return "cooperative";
    case PayoffKind::kGeneral:
      return "general";
  }
  return "";
}

Payoffs::Payoffs(PayoffKind kind, const Circuit& circuit, std::int32_t total, float spite)
    : kind_(kind), total_(total), spite_(spite), views_(circuit.role_count()) {
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    if (static_cast<std::int32_t>(role) != circuit.chance_role()) players_.push_back(role);
  std::int32_t most = 100;
  for (const auto& goal : circuit.goals) most = std::max(most, goal.value);
  most_ = static_cast<float>(most) / 100;
  size_ = kind == PayoffKind::kGeneral ? static_cast<std::uint32_t>(players_.size()) : 1;
  size_ = std::max(size_, 1U);
  for (std::uint32_t i = 0; i < players_.size(); ++i) {
    auto& view = views_[players_[i]];
    view.sign = 1;
    if (kind == PayoffKind::kGeneral) view.index = i;
    if (kind == PayoffKind::kConstantSum && i == 1) {
      view.sign = -1;
      view.offset = static_cast<float>(total) / 100;
    }
  }
  owners_.assign(size_, 0);
  for (std::uint32_t i = 0; i < size_ && i < players_.size(); ++i) owners_[i] = players_[i];
}

void Payoffs::store(std::span<const std::int32_t> goals, float* value) const {
  for (std::uint32_t i = 0; i < size_; ++i)
    value[i] = static_cast<float>(std::max(0, goals[owners_[i]])) / 100;
}

bool Payoffs::fits(std::span<const std::int32_t> goals) const {
  const auto goal = [&](std::uint32_t player) { return std::max(0, goals[players_[player]]); };
  switch (kind_) {
    case PayoffKind::kConstantSum:
      return goal(0) + goal(1) == total_;
    case PayoffKind::kCooperative:
      return std::all_of(players_.begin(), players_.end(),
                         [&](std::uint32_t role) { return std::max(0, goals[role]) == goal(0); });
    default:
      return true;
  }
}

namespace {

// Half of what would change the order of two outcomes for one of the players, and never more than half of
// what a player's own goal weighs.
float harmless_spite(const std::set<std::vector<std::int32_t>>& outcomes) {
  float most = 1;
  for (const auto& better : outcomes)
    for (const auto& worse : outcomes) {
      const auto gain =
          std::accumulate(better.begin(), better.end(), 0) - std::accumulate(worse.begin(), worse.end(), 0);
      for (std::size_t player = 0; player < better.size(); ++player) {
        const auto own = better[player] - worse[player];
        const auto others = static_cast<float>(gain - own) / static_cast<float>(better.size() - 1);
        if (own > 0 && others > 0) most = std::min(most, static_cast<float>(own) / others);
      }
    }
  return most / 2;
}

}  // namespace

Payoffs Payoffs::detect(const Lanes& lanes, std::uint64_t seed, std::uint32_t samples) {
  const auto& circuit = lanes.circuit();
  const auto players = Payoffs(PayoffKind::kGeneral, circuit).players();
  if (players.size() <= 1) return {PayoffKind::kSingle, circuit};
  const auto roles = circuit.role_count();
  constexpr std::uint32_t kMaxSteps = 4096;
  const auto initial = State::of_bytes(circuit.initial);
  const LaneStart start{initial.words(), samples, {}};
  LaneDetails details;
  LaneWants wants;
  wants.playouts = true;
  LaneLimits limits;
  limits.max_steps = kMaxSteps;
  lanes.run({&start, 1}, seed, limits, 1, wants, &details);
  std::optional<std::int32_t> total;
  bool constant = players.size() == 2, equal = true, varied = false;
  std::optional<std::int32_t> first;
  std::set<std::vector<std::int32_t>> outcomes;
  std::vector<std::int32_t> outcome(players.size());
  for (std::size_t p = 0; p < details.length.size(); ++p) {
    const auto length = details.length[p];
    if (length < 0 || length >= static_cast<std::int32_t>(kMaxSteps)) continue;  // cut short: no outcome
    const auto* goals = details.goals.data() + p * roles;
    std::transform(players.begin(), players.end(), outcome.begin(),
                   [&](std::uint32_t role) { return std::max(0, goals[role]); });
    const auto sum = std::accumulate(outcome.begin(), outcome.end(), 0);
    equal = equal && std::all_of(outcome.begin(), outcome.end(),
                                 [&](std::int32_t goal) { return goal == outcome[0]; });
    if (!first) first = outcome[0];
    varied = varied || outcome[0] != *first;
    outcomes.insert(outcome);
    if (!total) total = sum;
    constant = constant && sum == *total;
  }
  const Payoffs general(PayoffKind::kGeneral, circuit, 100, harmless_spite(outcomes));
  if (!total) return general;
  // Goals that never differ say little: then the sum has to be what one winner and one loser share.
  std::int32_t least = 100, greatest = 0;
  for (const auto& goal : circuit.goals)
    if (goal.role == players[0]) {
      least = std::min(least, goal.value);
      greatest = std::max(greatest, goal.value);
    }
  if (constant && (varied || *total == least + greatest)) return {PayoffKind::kConstantSum, circuit, *total};
  if (equal && varied) return {PayoffKind::kCooperative, circuit};
  return general;
}

}  // namespace woodstock::search
