#include "lanes/decisive_play.hpp"

#include <algorithm>

#include "circuit/balance.hpp"

namespace woodstock::lanes {

using namespace circuit;

namespace {

// Gate inputs looked at while a phase is compiled, in relation to those that the step and what is composed
// with it have.
constexpr std::size_t kWork = 600;
// Of that, the part for what is sudden: what has to be certain takes longer to find.
constexpr std::size_t kSuddenPart = 8;
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

// Whether roles choose at the same time. In a game of turns that does not tell its phases, several might have
// a choice, as far as their rules say, and never do together: the first state is taken for all.
bool several_choose(const Circuit& game) {
  const auto value = game.evaluate(game.initial, std::vector<std::uint8_t>(game.move_count(), 0));
  std::uint32_t choosing = 0;
  for (std::uint32_t role = 0; role < game.role_count(); ++role) {
    if (static_cast<std::int32_t>(role) == game.chance_role()) continue;
    std::uint32_t open = 0;
    for (auto m = game.role_begin(role); m < game.role_begin(role + 1); ++m)
      open += (value[node_of(game.legal[m])] != 0) != complemented(game.legal[m]);
    choosing += open > 1;
  }
  return choosing > 1;
}

// The decisive moves of all phases of a game; nothing if they cannot be had.
class Compilation {
 public:
  Compilation(const Circuit& game, const Phases& phases, const DecisivePlay::PhaseCircuits& circuits,
              std::size_t most_work)
      : phases_(phases), game_(balanced(game)), most_work_(most_work) {
    for (std::uint32_t phase = 0; phase < phases.count(); ++phase)
      steps_.push_back(balanced(circuits(phase)));
    simultaneous_ = several_choose(game);
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

  // With what is sudden where several choose, given what is known of the other phases, or nothing.
  ByPhase sudden(ByPhase found, Legality legality) const {
    found.resize(steps_.size());
    bool some = false;
    for (std::uint32_t phase = 0; simultaneous_ && phase < steps_.size(); ++phase) {
      if (deciders(steps_[phase]).size() < 2) continue;
      const auto most = limit(steps_[phase], game_) / kSuddenPart;
      found[phase] = sudden_moves(game_, steps_[phase], most, legality);
      some = some || found[phase];
    }
    return some ? found : ByPhase{};
  }

 private:
  std::size_t limit(const Circuit& step, const Circuit& target) const {
    return std::min(kWork * (step.input_count() + target.input_count()), most_work_ / steps_.size());
  }

  const Phases& phases_;
  bool simultaneous_ = false;
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
    some = some || !deciders(circuits(phase)).empty();
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
  prices[2] = kMostPrice;  // what is sudden comes on top
  const auto known = moves_[2].empty() ? moves_[1] : moves_[2];
  for (const auto legality : {Legality::kEverywhere, Legality::kWhereChanged})
    keep(LanePolicy::kSafe, compilation.sudden(known, legality));
  if (moves_[1].empty()) return;
  tells_threats_ = threat_price(moves_[1], circuits, layout) <= kMostThreatPrice;
}

const DecisiveMoves* DecisivePlay::moves(LanePolicy policy, std::uint32_t phase) const {
  const auto& found = moves_[static_cast<std::size_t>(policy)];
  return phase < found.size() && found[phase] ? &*found[phase] : nullptr;
}

}  // namespace woodstock::lanes
