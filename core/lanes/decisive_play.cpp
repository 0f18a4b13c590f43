#include "lanes/decisive_play.hpp"

#include <algorithm>

#include "circuit/balance.hpp"

namespace woodstock::lanes {

using namespace circuit;

namespace {

// Gate inputs looked at while a phase is compiled, in relation to those that the step and what is composed
// with it have: a few times what it adds to the step, and a fraction of a second at most.
constexpr std::size_t kWork = 30, kMostWork = 300'000;
// A circuit with more gate inputs is not looked at.
constexpr std::size_t kLarge = kMostWork / 2;

std::size_t limit(const Circuit& step, const Circuit& target) {
  return std::min(kWork * (step.input_count() + target.input_count()), kMostWork);
}

// What a step may cost at most, in relation to uniform choice.
constexpr double kMostPrice = 10;

bool any_win(const DecisiveMoves& moves) {
  return std::ranges::any_of(moves.wins, [](Signal s) { return s != kFalse; });
}

}  // namespace

DecisivePlay::DecisivePlay(const Circuit& game, const Phases& phases, const PhaseCircuits& circuits,
                           const Layout& layout)
    : wins_(phases.count()), safe_(phases.count()) {
  std::vector<bool> decided;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase)
    decided.push_back(sole_decider(circuits(phase)).has_value());
  if (std::ranges::find(decided, true) == decided.end() || game.input_count() > kLarge) return;
  const auto narrow = balanced(game);
  std::vector<Circuit> narrow_phases;
  bool some = false;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase) {
    narrow_phases.push_back(balanced(circuits(phase)));
    wins_[phase] = winning_moves(narrow, narrow_phases[phase], limit(narrow_phases[phase], narrow));
    if (decided[phase] && !wins_[phase]) return;  // all roles see their wins, or none does
    some = some || (decided[phase] && any_win(*wins_[phase]));
  }
  if (!some) return;
  const auto uniform = cost(ByPhase(phases.count()), phases, circuits, layout);
  price_[1] = cost(wins_, phases, circuits, layout) / uniform;
  if (price_[1] > kMostPrice) return;
  available_[1] = LanePolicy::kWins;
  some = false;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase) {
    safe_[phase] = wins_[phase];
    const auto& reply = wins_[phases.successor(phase)];
    if (!wins_[phase] || !reply || wins_[phase]->role == reply->role) continue;
    safe_[phase] = with_blunders(narrow_phases[phase], *wins_[phase], *reply,
                                 limit(narrow_phases[phase], reply->circuit));
    if (!safe_[phase]) return;
    some = true;
  }
  if (!some) return;
  price_[2] = cost(safe_, phases, circuits, layout) / uniform;
  if (price_[2] <= kMostPrice) available_[2] = LanePolicy::kSafe;
}

const DecisiveMoves* DecisivePlay::moves(LanePolicy policy, std::uint32_t phase) const {
  if (policy == LanePolicy::kUniform || phase >= wins_.size()) return nullptr;
  const auto& found = policy == LanePolicy::kWins ? wins_[phase] : safe_[phase];
  return found ? &*found : nullptr;
}

double DecisivePlay::cost(const ByPhase& moves, const Phases& phases, const PhaseCircuits& circuits,
                          const Layout& layout) const {
  double total = 0;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase)
    total += moves[phase] ? lower(*moves[phase], layout, LaneTask::kPlay).cost()
                          : lower(circuits(phase), layout, LaneTask::kPlay).cost();
  return total;
}

}  // namespace woodstock::lanes
