#include "circuit/decisive.hpp"

#include <utility>

namespace woodstock::circuit {

std::optional<std::uint32_t> sole_decider(const Circuit& phase) {
  std::optional<std::uint32_t> found;
  for (std::uint32_t role = 0; role < phase.role_count(); ++role) {
    std::uint32_t open = 0;
    for (auto m = phase.role_begin(role); m < phase.role_begin(role + 1); ++m)
      open += phase.legal[m] != kFalse;
    if (open < 2) continue;
    if (found || static_cast<std::int32_t>(role) == phase.chance_role()) return std::nullopt;
    found = role;
  }
  return found;
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

}  // namespace woodstock::circuit
