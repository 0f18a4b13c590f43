// A game whose players know the same, as a game of perfect information (002 §2.3; ours by the rule of Bayes):
// its positions are beliefs. At a belief players choose; then chance decides what is seen, with the
// probability of seeing it, which leads to another belief or ends the play. So every search of trees applies
// as it is: UCT, GRAVE, MAC-UCB with its bounds and its solved stages. What is solved already (solver.hpp)
// is no position any more: an action leads past it, to the ends of plays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/deadline.hpp"
#include "base/random.hpp"
#include "base/state.hpp"
#include "belief/belief.hpp"
#include "circuit/circuit.hpp"
#include "lanes/lanes.hpp"
#include "search/belief_game/belief_table.hpp"
#include "search/belief_game/solved_beliefs.hpp"
#include "search/budget.hpp"
#include "search/engines.hpp"
#include "search/positions.hpp"
#include "search/stage_expander.hpp"

namespace woodstock::search::belief_game {

class BeliefGame final : public Positions, public std::enable_shared_from_this<BeliefGame> {
 public:
  static constexpr std::size_t kStates = 4096;  // of a belief that is searched
  static constexpr std::size_t kMemory = std::size_t{256} << 20;
  static constexpr std::uint32_t kSightings = 4096;  // of an action, at most; the likeliest are kept

  // `watcher` is the role whose percepts count. Throws std::invalid_argument for a game without chance, where
  // nothing is hidden from players who know the same.
  BeliefGame(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t watcher);

  const std::shared_ptr<const lanes::Lanes>& lanes() const override { return lanes_; }
  std::unique_ptr<StageExpander> expander() const override;
  void draw(std::span<const std::uint64_t> position, std::uint32_t playouts, Random& random,
            std::vector<lanes::LaneStart>& starts) const override;

  // The position of a belief.
  State position(const belief::Belief& belief) const;
  // What searches are made of.
  Engines engines() const;
  const BeliefTable& table() const { return table_; }
  // Beliefs that were solved. Nobody may search while some are added.
  const SolvedBeliefs& solved() const { return solved_; }
  SolvedBeliefs& solved() { return solved_; }
  // Whether each belief that a search comes to is solved if it is small: with so many steps, or not at all.
  void solve_small(std::uint64_t steps) { small_ = steps; }
  void set_memory(std::size_t bytes) { table_.set_memory(bytes); }
  // When a search has to end: from then on expanders are quick rather than exact.
  void set_deadline(const Deadline& deadline) { deadline_ = deadline; }
  std::size_t bytes() const { return table_.bytes() + solved_.bytes(); }
  // Set once the table is full: then a search has to end.
  StopFlag& full() const { return full_; }
  // A circuit without gates: roles and goals of the game, moves of the players, as moves of chance what is
  // seen.
  static circuit::Circuit outline(const circuit::Circuit& circuit);

 private:
  class Expander;

  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t watcher_;
  mutable BeliefTable table_;
  SolvedBeliefs solved_;
  std::uint64_t small_ = 0;
  Deadline deadline_;
  mutable StopFlag full_;
};

}  // namespace woodstock::search::belief_game
