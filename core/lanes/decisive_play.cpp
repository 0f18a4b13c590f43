#include "lanes/decisive_play.hpp"

#include <algorithm>
#include <utility>

#include "circuit/balance.hpp"

namespace woodstock::lanes {

using namespace circuit;

namespace {

// Gate inputs looked at while a phase is compiled: a fraction of a second.
constexpr std::size_t kLimit = 4'000'000;
// What a step may cost at most, in relation to uniform choice.
constexpr double kMostPrice = 4;

bool any_win(const DecisiveMoves& moves) {
  return std::ranges::any_of(moves.wins, [](Signal s) { return s != kFalse; });
}

}  // namespace

DecisivePlay::DecisivePlay(const Circuit& game, const Phases& phases, const PhaseCircuits& circuits,
                           const LaneLayout& layout)
    : wins_(phases.count()), safe_(phases.count()) {
  const auto narrow = balanced(game);
  std::vector<Circuit> narrow_phases;
  bool some = false;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase) {
    narrow_phases.push_back(balanced(circuits(phase)));
    wins_[phase] = winning_moves(narrow, narrow_phases[phase], kLimit);
    some = some || (wins_[phase] && any_win(*wins_[phase]));
  }
  if (!some) return;
  const auto uniform = cost(ByPhase(phases.count()), phases, circuits, layout);
  price_[1] = cost(wins_, phases, circuits, layout) / uniform;
  if (price_[1] > kMostPrice) return;
  best_ = LanePolicy::kWins;
  some = false;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase) {
    safe_[phase] = wins_[phase];
    const auto& reply = wins_[phases.successor(phase)];
    if (!wins_[phase] || !reply) continue;
    if (auto found = with_blunders(narrow_phases[phase], *wins_[phase], *reply, kLimit)) {
      safe_[phase] = std::move(found);
      some = true;
    }
  }
  if (!some) return;
  price_[2] = cost(safe_, phases, circuits, layout) / uniform;
  if (price_[2] <= kMostPrice) best_ = LanePolicy::kSafe;
}

const DecisiveMoves* DecisivePlay::moves(LanePolicy policy, std::uint32_t phase) const {
  if (policy == LanePolicy::kUniform || phase >= wins_.size()) return nullptr;
  const auto& found = policy == LanePolicy::kWins ? wins_[phase] : safe_[phase];
  return found ? &*found : nullptr;
}

double DecisivePlay::cost(const ByPhase& moves, const Phases& phases, const PhaseCircuits& circuits,
                          const LaneLayout& layout) const {
  double total = 0;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase)
    total += moves[phase] ? lower(*moves[phase], layout, LaneTask::kPlay).cost()
                          : lower(circuits(phase), layout, LaneTask::kPlay).cost();
  return total;
}

}  // namespace woodstock::lanes
