#include "search/learning/survey.hpp"

#include <algorithm>

#include "base/state.hpp"
#include "search/learning/arms.hpp"
#include "search/learning/fluents.hpp"
#include "search/learning/options.hpp"
#include "search/learning/pattern_finder.hpp"

namespace woodstock::search::learning {

using namespace lanes;

namespace {

// Where a move may be followed by another one of the same role (a chain of captures), a fluent tells most of
// the states apart, and that is enough: contexts need not be exact.
constexpr double kTelling = 0.7;

std::string first_objection(const Lanes& lanes, const Payoffs& payoffs) {
  const auto fluents = lanes.circuit().fluent_count();
  if (payoffs.players().size() < 2) return "one player has nobody to learn against";
  if (!lanes.circuit().percepts.empty()) return "roles do not see the state";
  if (fluents > kMostFluents) return "too many fluents: " + std::to_string(fluents);
  if (payoffs.size() > kMostHeads) return "too many players";
  return {};
}

}  // namespace

Survey::Survey(std::shared_ptr<const Lanes> lanes, const Payoffs& payoffs, bool patterns, std::uint64_t seed)
    : lanes_(std::move(lanes)),
      payoffs_(payoffs),
      random_(mix64(seed)),
      scratch_(make_lane_scratch()),
      objection_(first_objection(*lanes_, payoffs)),
      patterns_(patterns && objection_.empty() ? find_patterns(lanes_->circuit()) : std::vector<Pattern>()),
      exclusions_(patterns_, lanes_->circuit().fluent_count(), kPatternGames),
      choices_(lanes_->circuit().role_count()),
      holding_(lanes_->circuit().role_count()) {
  const auto initial = State::of_bytes(lanes_->circuit().initial);
  games_.resize(patterns_.empty() ? kSurveyGames : kPatternGames);
  for (auto& game : games_) game.state.assign(initial.words().begin(), initial.words().end());
  for (auto& counts : holding_) counts.resize(lanes_->circuit().fluent_count());
  done_ = !objection_.empty();
}

bool Survey::run(const Budget& budget) {
  const auto roles = lanes_->circuit().role_count();
  const auto words = lanes_->state_words();
  std::vector<std::uint64_t> states;
  std::vector<std::uint32_t> at;
  while (!done_) {
    if (budget.out_of_time()) return false;
    states.clear();
    at.clear();
    for (std::uint32_t i = 0; i < games_.size(); ++i)
      if (!games_[i].over) {
        at.push_back(i);
        states.insert(states.end(), games_[i].state.begin(), games_[i].state.end());
      }
    if (at.empty()) {
      done_ = true;
      break;
    }
    lanes_->expand_many(*scratch_, states, expansions_, kMostJoints);
    for (std::size_t k = 0; k < at.size() && objection_.empty(); ++k) {
      auto& game = games_[at[k]];
      if (expansions_.crowded[k]) {
        objection_ = "a stage has more than " + std::to_string(kMostJoints) + " joint moves";
        break;
      }
      if (expansions_.terminal[k]) {
        game.over = true;
        continue;
      }
      const auto arms =
          Arms::of(std::span(expansions_.choices).subspan(k * roles, roles), lanes_->circuit().chance_role());
      if (arms.simultaneous) objection_ = "roles move at the same time";
      if (arms.role != kNobody) note_mover(arms.role, game.state.data());
      if (!patterns_.empty()) exclusions_.note(at[k], game.state.data());
      const auto begin = expansions_.begin[k], end = expansions_.begin[k + 1];
      ++stages_;
      joints_ += end - begin;
      const auto joint = begin + random_.below(static_cast<std::uint32_t>(end - begin));
      std::copy_n(expansions_.successors.data() + joint * words, words, game.state.data());
      game.over = expansions_.successor_terminal[joint] || ++game.plies >= kSurveyPlies;
    }
    done_ = !objection_.empty();
  }
  if (objection_.empty() &&
      std::ranges::all_of(games_, [](const Game& game) { return game.plies >= kSurveyPlies; }))
    objection_ = "random games do not end";
  return true;
}

void Survey::note_mover(std::uint32_t role, const std::uint64_t* state) {
  ++choices_[role];
  for_each_fluent(state, lanes_->state_words(), [&](std::uint32_t fluent) { ++holding_[role][fluent]; });
}

// How much more often a fluent holds where a player chooses than where any other does: 1 if it tells them
// apart.
double Survey::telling(std::uint32_t fluent, std::uint32_t player) const {
  const auto share = [&](std::uint32_t role) {
    const auto choices = std::max<std::uint64_t>(choices_[role], 1);
    return static_cast<double>(holding_[role][fluent]) / static_cast<double>(choices);
  };
  double others = 0;
  for (const auto role : payoffs_.players())
    if (role != player) others = std::max(others, share(role));
  return share(player) - others;
}

Contexts Survey::contexts() const {
  std::vector<std::uint32_t> movers;  // per player: the fluent that tells best that it chooses, if any does
  const auto& players = payoffs_.players();
  const auto fluents = lanes_->circuit().fluent_count();
  for (const auto player : players) {
    std::uint32_t best = 0;
    for (std::uint32_t fluent = 1; fluent < fluents; ++fluent)
      if (telling(fluent, player) > telling(best, player)) best = fluent;
    if (fluents > 0 && telling(best, player) >= kTelling) movers.push_back(best);
  }
  // With a fluent for all but one player, that one is told by the absence of the others.
  if (players.size() >= 2 && movers.size() + 1 >= players.size()) {
    movers.resize(players.size() - 1);
    return Contexts::by_fluents(std::move(movers));
  }
  return lanes_->phases().count() > 1 ? Contexts::by_phase(lanes_) : Contexts();
}

}  // namespace woodstock::search::learning
