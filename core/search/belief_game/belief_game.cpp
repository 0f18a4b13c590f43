#include "search/belief_game/belief_game.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "belief/outcomes.hpp"
#include "search/belief_game/solver.hpp"

namespace woodstock::search::belief_game {

using namespace belief;
using namespace circuit;
using namespace lanes;

namespace {

constexpr std::uint32_t kNameBits = 64;

}  // namespace

// The joint actions of a belief, or what may be seen after one of them.
class BeliefGame::Expander final : public StageExpander {
 public:
  explicit Expander(std::shared_ptr<const BeliefGame> game)
      : game_(std::move(game)),
        outline_(BeliefGame::outline(game_->lanes_->circuit())),
        prospect_(game_->lanes_, game_->watcher_),
        solver_(game_->lanes_, game_->watcher_, &game_->solved_) {}

  void expand(std::span<const std::uint64_t> position, LaneExpansion& expansion, std::size_t limit) override {
    expansion.terminal = false;
    expansion.goals.assign(outline_.role_count(), -1);
    expansion.moves.clear();
    expansion.successors.clear();
    expansion.successor_terminal.clear();
    expansion.successor_goals.clear();
    expansion.odds.clear();
    if (game_->table_.full()) game_->full_.set();
    const auto& entry = game_->table_.at(position[0]);
    if (const auto* action = std::get_if<Action>(&entry)) {
      expand_action(*action, expansion);
    } else if (const auto* end = std::get_if<End>(&entry)) {
      expansion.terminal = true;
      expansion.goals = end->goals;
    } else {
      expand_belief(position[0], std::get<Belief>(entry), expansion, limit);
    }
  }

 private:
  bool is_chance(std::uint32_t role) const {
    return static_cast<std::int32_t>(role) == outline_.chance_role();
  }
  std::int32_t numbered(std::uint32_t role, std::uint32_t move) const {
    return static_cast<std::int32_t>(outline_.role_begin(role) + move);
  }

  void expand_belief(Name name, const Belief& belief, LaneExpansion& expansion, std::size_t limit) {
    auto choices = prospect_.moves(belief);
    choices[static_cast<std::uint32_t>(outline_.chance_role())].assign(1, 0);
    // Too many joint moves: the longest lists are cut.
    while (Pairs::joint_moves(choices) > limit) {
      auto& longest = *std::ranges::max_element(choices, {}, [](const auto& moves) { return moves.size(); });
      longest.resize((longest.size() + 1) / 2);
      game_->table_.leave_out();
    }
    const auto joint = Pairs::joint_moves(choices);
    const auto roles = outline_.role_count();
    expansion.terminal = joint == 0;
    for (std::size_t j = 0; j < joint; ++j) {
      Action action{name, std::vector<std::uint32_t>(roles), std::vector<std::int32_t>(roles, -1)};
      auto rest = j;
      for (auto role = roles; role-- > 0;) {
        action.moves[role] = choices[role][rest % choices[role].size()];
        rest /= choices[role].size();
        if (!is_chance(role))
          action.prescribed[role] =
              static_cast<std::int32_t>(game_->lanes_->circuit().role_begin(role) + action.moves[role]);
      }
      for (std::uint32_t role = 0; role < roles; ++role)
        expansion.moves.push_back(numbered(role, action.moves[role]));
      expansion.successors.push_back(game_->table_.add(std::move(action)));
      expansion.successor_terminal.push_back(0);
      expansion.successor_goals.insert(expansion.successor_goals.end(), roles, -1);
    }
  }

  // How plays end from a belief if that is solved, or can be with little effort.
  const Solution* solution(const Belief& belief) {
    if (!belief.exact() || (game_->small_ == 0 && game_->solved_.bytes() == 0)) return nullptr;
    const auto* known = game_->solved_.find(belief.sorted());
    if (known != nullptr && known->exact) return known;
    if (game_->small_ == 0) return nullptr;
    small_.clear();
    return solver_.solve(belief, small_, {.steps = game_->small_, .deadline = game_->deadline_});
  }

  void expand_action(const Action& action, LaneExpansion& expansion) {
    prospect_.set_deadline(game_->deadline_);
    auto found = prospect_.outcomes(game_->table_.belief(action.belief), action.moves);
    if (!found.exact) game_->table_.leave_out();
    std::map<std::vector<std::int32_t>, double> ends;
    for (const auto& ending : found.endings) ends[ending.goals] += ending.probability;
    std::erase_if(found.sightings, [&](const Sighting& sighting) {
      const auto* solved = solution(sighting.belief);
      if (solved == nullptr) return false;
      for (const auto& ending : solved->endings)
        ends[ending.goals] += sighting.probability * ending.probability;
      return true;
    });
    const auto room = kSightings - std::min<std::size_t>(kSightings, ends.size());
    std::ranges::stable_sort(found.sightings, std::greater(), &Sighting::probability);
    if (found.sightings.size() > room) {
      found.sightings.erase(found.sightings.begin() + static_cast<std::ptrdiff_t>(room),
                            found.sightings.end());
      game_->table_.leave_out();
      for (auto& sighting : found.sightings) sighting.belief.set_exact(false);
    }
    double total = 0;
    for (const auto& sighting : found.sightings) {
      add(action, game_->table_.add(sighting.belief), sighting.probability, nullptr, expansion);
      total += sighting.probability;
    }
    for (const auto& [goals, probability] : ends) {
      add(action, game_->table_.add(End{goals}), probability, &goals, expansion);
      total += probability;
    }
    if (expansion.successors.empty()) {  // a belief that was guessed wrong is worth nothing to anybody
      const End end{std::vector<std::int32_t>(outline_.role_count(), 0)};
      add(action, game_->table_.add(end), 1, &end.goals, expansion);
      total = 1;
    }
    for (auto& odds : expansion.odds) odds = static_cast<float>(odds / total);
  }

  void add(const Action& action, Name name, double probability, const std::vector<std::int32_t>* goals,
           LaneExpansion& expansion) {
    const auto number = static_cast<std::uint32_t>(expansion.successors.size());
    const auto roles = outline_.role_count();
    for (std::uint32_t role = 0; role < roles; ++role)
      expansion.moves.push_back(numbered(role, is_chance(role) ? number : action.moves[role]));
    expansion.successors.push_back(name);
    expansion.successor_terminal.push_back(goals != nullptr);
    for (std::uint32_t role = 0; role < roles; ++role)
      expansion.successor_goals.push_back(goals != nullptr ? (*goals)[role] : -1);
    expansion.odds.push_back(static_cast<float>(probability));
  }

  std::shared_ptr<const BeliefGame> game_;
  Circuit outline_;
  Prospect prospect_;
  Solver solver_;
  SolvedBeliefs small_;  // of one belief, so that nothing depends on what came before
};

BeliefGame::BeliefGame(std::shared_ptr<const Lanes> lanes, std::uint32_t watcher)
    : lanes_(std::move(lanes)), watcher_(watcher), table_(kStates, kMemory) {
  if (lanes_->circuit().chance_role() < 0)
    throw std::invalid_argument("a game of beliefs needs chance: without it nothing is hidden");
}

std::unique_ptr<StageExpander> BeliefGame::expander() const {
  return std::make_unique<Expander>(shared_from_this());
}

void BeliefGame::draw(std::span<const std::uint64_t> position, std::uint32_t playouts, Random& random,
                      std::vector<LaneStart>& starts) const {
  const auto& entry = table_.at(position[0]);
  const auto* action = std::get_if<Action>(&entry);
  const auto& belief = action != nullptr ? table_.belief(action->belief) : std::get<Belief>(entry);
  const auto prescribed =
      action != nullptr ? std::span<const std::int32_t>(action->prescribed) : std::span<const std::int32_t>();
  const auto drawn = belief.draw(playouts, random);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (i == 0 || drawn[i] != drawn[i - 1]) starts.push_back({belief.state(drawn[i]), 0, prescribed});
    ++starts.back().playouts;
  }
}

State BeliefGame::position(const Belief& belief) const {
  if (belief.empty()) throw std::invalid_argument("a belief without any state has no position");
  const std::vector<std::uint64_t> words{table_.add(belief)};
  return State::of_words(kNameBits, words);
}

Circuit BeliefGame::outline(const Circuit& circuit) {
  std::vector<std::uint32_t> moves;
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    moves.push_back(static_cast<std::int32_t>(role) == circuit.chance_role()
                        ? kSightings
                        : circuit.role_begin(role + 1) - circuit.role_begin(role));
  Circuit outline(kNameBits, moves, circuit.chance_role());
  outline.initial.assign(kNameBits, 0);
  for (const auto& goal : circuit.goals) outline.goals.push_back({goal.role, goal.value, kFalse});
  return outline;
}

Engines BeliefGame::engines() const {
  Engines engines(outline(lanes_->circuit()));
  engines.positions = shared_from_this();
  return engines;
}

}  // namespace woodstock::search::belief_game
