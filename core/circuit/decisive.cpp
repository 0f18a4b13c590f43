#include "circuit/decisive.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace woodstock::circuit {

namespace {

std::uint32_t choices(const Circuit& phase, std::uint32_t role) {
  std::uint32_t open = 0;
  for (auto m = phase.role_begin(role); m < phase.role_begin(role + 1); ++m) open += phase.legal[m] != kFalse;
  return open;
}

}  // namespace

std::vector<std::uint32_t> deciders(const Circuit& phase) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t role = 0; role < phase.role_count(); ++role)
    if (static_cast<std::int32_t>(role) != phase.chance_role() && choices(phase, role) > 1)
      found.push_back(role);
  return found;
}

std::optional<std::uint32_t> sole_decider(const Circuit& phase) {
  const auto found = deciders(phase);
  const auto chance = phase.chance_role();
  if (found.size() != 1 || (chance >= 0 && choices(phase, static_cast<std::uint32_t>(chance)) > 1))
    return std::nullopt;
  return found[0];
}

namespace {

struct GoalRange {
  std::int32_t lowest, highest;
  Signal lowest_signal, highest_signal;
};

// Goals are sorted by role and value.
std::optional<GoalRange> goal_range(const Circuit& game, std::uint32_t role) {
  std::optional<GoalRange> range;
  for (const auto& goal : game.goals) {
    if (goal.role != role || goal.signal == kFalse) continue;
    if (!range) range = {goal.value, goal.value, goal.signal, goal.signal};
    range->highest = goal.value;
    range->highest_signal = goal.signal;
  }
  return range;
}

Assumptions not_over(const Circuit& circuit) {
  Assumptions assumed;
  assumed.assume(circuit, negate(circuit.terminal));
  return assumed;
}

}  // namespace

std::optional<DecisiveMoves> winning_moves(const Circuit& game, const Circuit& phase, std::size_t limit,
                                           Legality legality) {
  const auto role = sole_decider(phase);
  if (!role) return std::nullopt;
  const auto own = goal_range(game, *role);
  if (!own || own->lowest == own->highest) return std::nullopt;
  std::vector<Signal> wanted{game.terminal, own->highest_signal};
  std::vector<std::int32_t> goals(game.role_count(), 0);
  goals[*role] = own->highest;
  for (std::uint32_t other = 0; other < game.role_count(); ++other)
    if (other != *role && static_cast<std::int32_t>(other) != game.chance_role())
      if (const auto range = goal_range(game, other)) {
        wanted.push_back(range->lowest_signal);
        goals[other] = range->lowest;
      }

  DecisiveMoves result{*role, phase, std::vector<Signal>(game.move_count(), kFalse), kFalse, std::move(goals),
                       {}};
  const auto assumed = not_over(phase);
  Composition composition(phase, game, wanted, result.circuit, assumed, limit, legality);
  std::vector<Signal> threats;
  for (auto m = game.role_begin(*role); m < game.role_begin(*role + 1); ++m) {
    if (phase.legal[m] == kFalse) continue;
    auto after = composition.after(m);
    if (!composition.within_limit()) return std::nullopt;
    after.push_back(phase.legal[m]);
    threats.push_back(conjunction(result.circuit, after));
    result.wins[m] = conjunction(result.circuit, {after[0], after[1], phase.legal[m]});
  }
  result.threat = result.circuit.any_of(std::move(threats));
  return result;
}

std::optional<DecisiveMoves> with_blunders(const Circuit& phase, const DecisiveMoves& moves,
                                           const DecisiveMoves& reply, std::size_t limit, Legality legality) {
  if (moves.role == reply.role) return std::nullopt;
  auto result = moves;
  result.blunders.assign(phase.move_count(), kFalse);
  const auto assumed = not_over(phase);
  const std::vector<Signal> wanted{reply.threat, negate(reply.circuit.terminal)};
  Composition composition(phase, reply.circuit, wanted, result.circuit, assumed, limit, legality);
  for (auto m = phase.role_begin(moves.role); m < phase.role_begin(moves.role + 1); ++m) {
    if (phase.legal[m] == kFalse) continue;
    auto after = composition.after(m);
    if (!composition.within_limit()) return std::nullopt;
    after.push_back(phase.legal[m]);
    result.blunders[m] = conjunction(result.circuit, std::move(after));
  }
  return result;
}

namespace {

// Where a signal holds whatever moves are made that are still inputs: each may be made or not, if it is
// legal.
class Certainty {
 public:
  // No more than `limit` gate inputs are looked at.
  Certainty(Circuit& circuit, std::size_t limit) : circuit_(circuit), left_(limit) {}

  // 0 once the limit is reached; results are then of no use.
  std::size_t left() const { return left_; }

  Signal of(Signal signal, std::uint32_t depth = 0) {
    const auto node = node_of(signal);
    if (node == 0 || circuit_.is_fluent(node)) return signal;
    if (circuit_.is_move(node))
      return complemented(signal) ? negate(circuit_.legal[node - circuit_.move_node(0)]) : kFalse;
    if (const auto known = known_.find(signal); known != known_.end()) return known->second;
    std::vector<Signal> parts;
    const auto all = circuit_.inputs(node);
    left_ = depth < kDeepest ? left_ - std::min(left_, all.size()) : 0;
    if (left_ == 0) return kFalse;
    const std::vector<Signal> inputs(all.begin(), all.end());  // gates are added meanwhile
    for (const auto input : inputs)
      parts.push_back(of(complemented(signal) ? negate(input) : input, depth + 1));
    const auto result =
        complemented(signal) ? circuit_.any_of(std::move(parts)) : circuit_.all_of(std::move(parts));
    known_.emplace(signal, result);
    return result;
  }

 private:
  static constexpr std::uint32_t kDeepest = 5000;  // the stack has to hold it

  Circuit& circuit_;
  std::size_t left_;
  std::unordered_map<Signal, Signal> known_;
};

}  // namespace

std::optional<DecisiveMoves> sudden_moves(const Circuit& game, const Circuit& phase, std::size_t limit,
                                          Legality legality) {
  const auto roles = deciders(phase);
  if (roles.size() < 2) return std::nullopt;
  const std::vector<Signal> none(game.move_count(), kFalse);
  DecisiveMoves result{kSeveralRoles, phase, none, kFalse, {}, none};
  const auto assumed = not_over(phase);
  bool some = false;
  for (const auto role : roles) {
    const auto range = goal_range(game, role);
    if (!range || range->lowest == range->highest) continue;
    std::vector<Signal> wanted{game.terminal, range->highest_signal};
    for (const auto& goal : game.goals)
      if (goal.role == role && 2 * goal.value > range->lowest + range->highest)
        wanted.push_back(negate(goal.signal));
    Composition composition(phase, game, wanted, result.circuit, assumed, limit, legality, role);
    Certainty certainty(result.circuit, limit);
    for (auto m = phase.role_begin(role); m < phase.role_begin(role + 1); ++m) {
      if (phase.legal[m] == kFalse) continue;
      auto after = composition.after(m);
      if (!composition.within_limit()) return std::nullopt;
      for (auto& signal : after) signal = certainty.of(signal);
      if (certainty.left() == 0) return std::nullopt;
      result.wins[m] = conjunction(result.circuit, {after[0], after[1], phase.legal[m]});
      after[1] = phase.legal[m];
      result.blunders[m] = conjunction(result.circuit, std::move(after));
      some = some || result.wins[m] != kFalse || result.blunders[m] != kFalse;
    }
    limit = std::min(composition.left(), certainty.left());
  }
  if (!some) return std::nullopt;
  return result;
}

}  // namespace woodstock::circuit
