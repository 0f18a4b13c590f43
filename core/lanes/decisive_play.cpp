#include "lanes/decisive_play.hpp"

#include <algorithm>

#include "circuit/balance.hpp"

namespace woodstock::lanes {

using namespace circuit;

namespace {

// Gate inputs looked at while a phase is compiled, in relation to those that the step and what is composed
// with it have.
constexpr std::size_t kWork = 600;
// A circuit with more gate inputs is not looked at.
constexpr std::size_t kLarge = 50'000;

// What a step may cost at most, in relation to uniform choice.
constexpr double kMostPrice = 10;
// What a stage may cost at most that tells threats, in relation to one that does not.
constexpr double kMostThreatPrice = 2;

using ByPhase = std::vector<std::optional<DecisiveMoves>>;

bool any_win(const DecisiveMoves& moves) {
  return std::ranges::any_of(moves.wins, [](Signal s) { return s != kFalse; });
}

// The decisive moves of all phases of a game; nothing if they cannot be had.
class Compilation {
 public:
  Compilation(const Circuit& game, const Phases& phases, const DecisivePlay::PhaseCircuits& circuits,
              std::size_t most_work)
      : phases_(phases), game_(balanced(game)), most_work_(most_work) {
    for (std::uint32_t phase = 0; phase < phases.count(); ++phase)
      steps_.push_back(balanced(circuits(phase)));
  }

  // All roles see their wins, or none does.
  ByPhase wins(Legality legality) const {
    ByPhase found;
    bool some = false;
    for (const auto& step : steps_) {
      found.push_back(winning_moves(game_, step, limit(step, game_), legality));
      if (!found.back() && sole_decider(step)) return {};
      some = some || (found.back() && any_win(*found.back()));
    }
    return some ? found : ByPhase{};
  }

  // With blunders, given the wins.
  ByPhase safe(const ByPhase& wins, Legality legality) const {
    auto found = wins;
    bool some = false;
    for (std::uint32_t phase = 0; phase < steps_.size(); ++phase) {
      const auto& reply = wins[phases_.successor(phase)];
      if (!wins[phase] || !reply || wins[phase]->role == reply->role) continue;
      const auto most = limit(steps_[phase], reply->circuit);
      found[phase] = with_blunders(steps_[phase], *wins[phase], *reply, most, legality);
      if (!found[phase]) return {};
      some = true;
    }
    return some ? found : ByPhase{};
  }

 private:
  std::size_t limit(const Circuit& step, const Circuit& target) const {
    return std::min(kWork * (step.input_count() + target.input_count()), most_work_ / steps_.size());
  }

  const Phases& phases_;
  Circuit game_;
  std::size_t most_work_;
  std::vector<Circuit> steps_;  // per phase
};

// Row operations of a cycle of phases.
double cost(const ByPhase& moves, const DecisivePlay::PhaseCircuits& circuits, const Layout& layout) {
  double total = 0;
  for (std::uint32_t phase = 0; phase < moves.size(); ++phase)
    total += moves[phase] ? lower(*moves[phase], layout, LaneTask::kPlay).cost()
                          : lower(circuits(phase), layout, LaneTask::kPlay).cost();
  return total;
}

// Row operations of the stages of a cycle of phases that tell threats, in relation to those that do not.
double threat_price(const ByPhase& moves, const DecisivePlay::PhaseCircuits& circuits, const Layout& layout) {
  double plain = 0, more = 0;
  for (std::uint32_t phase = 0; phase < moves.size(); ++phase) {
    const auto& circuit = circuits(phase);
    for (const auto task : {LaneTask::kLegal, LaneTask::kNext, LaneTask::kStatus})
      plain += lower(circuit, layout, task).cost();
    if (moves[phase]) more += lower(*moves[phase], layout, LaneTask::kThreat).cost();
  }
  return 1 + more / plain;
}

}  // namespace

DecisivePlay::DecisivePlay(const Circuit& game, const Phases& phases, const PhaseCircuits& circuits,
                           const Layout& layout, std::size_t most_work) {
  bool some = false;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase)
    some = some || sole_decider(circuits(phase)).has_value();
  if (!some || game.input_count() > kLarge) return;
  const Compilation compilation(game, phases, circuits, most_work);
  const auto uniform = cost(ByPhase(phases.count()), circuits, layout);
  double prices[kLanePolicies] = {1, kMostPrice, kMostPrice};
  const auto keep = [&](LanePolicy policy, ByPhase moves) {
    if (moves.empty()) return;
    const auto at = static_cast<std::size_t>(policy);
    const auto price = cost(moves, circuits, layout) / uniform;
    if (price > prices[at]) return;
    prices[at] = price;
    available_[at] = policy;
    moves_[at] = std::move(moves);
  };
  for (const auto legality : {Legality::kEverywhere, Legality::kWhereChanged}) {
    const auto wins = compilation.wins(legality);
    if (wins.empty()) continue;
    keep(LanePolicy::kWins, wins);
    if (available_[1] != LanePolicy::kUniform) keep(LanePolicy::kSafe, compilation.safe(wins, legality));
  }
  if (moves_[1].empty()) return;
  tells_threats_ = threat_price(moves_[1], circuits, layout) <= kMostThreatPrice;
}

const DecisiveMoves* DecisivePlay::moves(LanePolicy policy, std::uint32_t phase) const {
  const auto& found = moves_[static_cast<std::size_t>(policy)];
  return phase < found.size() && found[phase] ? &*found[phase] : nullptr;
}

}  // namespace woodstock::lanes
