// The states a game can reach and the stages that join them (2016 §3.3): each state's stage is solved once
// by MAC, breadth first, and its solutions are kept, grouped by the players' joint action with chance's
// outcomes.
//
//   StageGraph graph(stage, chance_role, initial.words());
//   graph.explore({}, deadline);            // every state, or those of a number of transitions
//   for (auto a : graph.actions(0)) for (const auto& outcome : graph.outcomes(a)) use(outcome.successor);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "base/deadline.hpp"
#include "base/state_table.hpp"
#include "stages/solver.hpp"
#include "symmetry/canonical.hpp"

namespace woodstock::stages {

class StageGraph {
 public:
  using StateId = StateTable::Id;
  using ActionId = std::uint64_t;

  struct Outcome {
    StateId successor;
    std::uint32_t move;  // of chance; kNoMove without chance
  };
  static constexpr std::uint32_t kNoMove = 0xffffffff;

  enum class Explored { complete, out_of_time, out_of_memory };

  // State 0 is the initial one. `chance_role` is -1 without chance. `most_bytes` bounds the graph. With a
  // group all other states are canonical (2017, IJCAI, §5): values are the same, states fewer. With
  // `exchange` the group's permutations have the roles after the moves, and may exchange players.
  StageGraph(std::shared_ptr<const StageTemplate> stage, std::int32_t chance_role,
             std::span<const std::uint64_t> initial, std::size_t most_bytes = kMostBytes,
             std::shared_ptr<const symmetry::Canonical> group = nullptr, bool exchange = false);
  static constexpr std::size_t kMostBytes = std::size_t{6} << 30U;

  // Solves the stage of every state fewer than `depth` transitions away, and tells which states that are
  // exactly `depth` away are terminal; without `depth`, of every state. May be called again for more.
  Explored explore(std::optional<std::uint32_t> depth, const Deadline& deadline);

  const StageTemplate& stage() const { return solver_.stage(); }
  std::span<const std::uint32_t> players() const { return players_; }
  StateId state_count() const { return states_.size(); }
  // States whose stage was solved, or which were found terminal there.
  StateId solved() const { return next_; }
  std::span<const std::uint64_t> words(StateId state) const { return states_.words(state); }
  // The number of a state, or of its canonical form if that has the same players in the same places.
  std::optional<StateId> find(std::span<const std::uint64_t> words) const;
  // Whether the play ends there: the state is terminal, or some role has no legal move and it is stuck.
  bool ends(StateId state) const { return goal_[state] != kGoesOn; }
  // Per player, of a state that ends.
  std::span<const std::int32_t> goals(StateId state) const {
    return std::span(goals_).subspan(goal_[state] * players_.size(), players_.size());
  }
  // The joint actions of a solved state, in ascending order of the players' moves.
  auto actions(StateId state) const {
    return std::views::iota(first_action_[state], first_action_[state + 1]);
  }
  std::span<const std::uint32_t> moves(ActionId action) const {
    return std::span(moves_).subspan(action * players_.size(), players_.size());
  }
  // Equally likely, by chance's move.
  std::span<const Outcome> outcomes(ActionId action) const {
    return std::span(outcomes_).subspan(first_outcome_[action],
                                        first_outcome_[action + 1] - first_outcome_[action]);
  }
  // Who has, in the canonical state that an outcome leads to, what a player has in the state it stands for.
  std::size_t seat(const Outcome& outcome, std::size_t player) const {
    if (elements_.empty() || player >= players_.size()) return player;  // or the total of all players
    return seats_[elements_[static_cast<std::size_t>(&outcome - outcomes_.data())] * players_.size() +
                  player];
  }
  bool exchanges_players() const { return !seats_.empty(); }
  std::uint32_t move_count(std::uint32_t player) const;
  std::size_t bytes() const;
  csp::Counters counters() const { return solver_.propagation().counters(); }

 private:
  static constexpr std::uint32_t kGoesOn = 0xffffffff;

  bool solve(StateId state, const Deadline& deadline);
  bool enter(StateId state);
  void end(StateId state, bool stuck);
  struct Placed {
    StateId state;
    symmetry::Element element;  // that leads there
  };
  Placed add(std::span<const std::uint64_t> words, StateId from);
  void seat_players();
  bool is_exchange(symmetry::Element element) const;
  bool full() const { return bytes() > most_bytes_; }

  StageSolver solver_;
  std::int32_t chance_role_;
  std::size_t most_bytes_;
  std::vector<std::uint32_t> players_;  // their roles
  StateTable states_;
  StateId next_ = 0;                 // the first state whose stage is not solved
  std::vector<StateId> levels_{0};   // level d starts at levels_[d]
  std::vector<std::uint32_t> goal_;  // per state: its place in goals_ / players, or kGoesOn
  std::vector<std::int32_t> goals_;  // per player
  std::vector<ActionId> first_action_{0};
  std::vector<std::uint32_t> moves_;
  std::vector<std::uint64_t> first_outcome_{0};
  std::vector<Outcome> outcomes_;
  struct Found {
    std::size_t joint;  // place of its joint action in joints_
    Placed successor;
  };
  std::vector<std::uint32_t> joints_;  // scratch: the solutions of one stage, players' moves, then chance's
  std::vector<Found> found_;
  std::shared_ptr<const symmetry::Canonical> group_;  // null: states as they are
  std::vector<std::uint64_t> form_;
  std::vector<std::size_t> seats_;  // per element and player; empty where players stay in their places
  std::vector<symmetry::Element> elements_;  // per outcome, if players do not
};

}  // namespace woodstock::stages
