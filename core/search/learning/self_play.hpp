// Games of an evaluation against itself, many at once, ply by ply. Each begins with some random plies; then
// the best of two plies is played, now and then a random move. A position is taught
//
//   G(t) = b · V(t) + (1 - b) · G(t + 1),   G(end) = the outcome,   G(t) = V(t) where the move was random,
//
// V being the value of the best move found: TD(λ) with λ near 1 (Sutton 1988), cut at moves off the policy.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "search/budget.hpp"
#include "search/learning/lookahead.hpp"
#include "search/learning/options.hpp"

namespace woodstock::search::learning {

// Positions of finished games, one after the other.
struct Harvest {
  std::vector<std::uint64_t> states;  // position × words
  std::vector<float> targets;         // position × head: numbers of the payoffs
  std::vector<float> outcomes;        // position × head: how its game ended
  std::vector<std::uint32_t> games;   // position: its game, by a number
  std::size_t ended = 0;              // games

  void clear() {
    states.clear();
    targets.clear();
    outcomes.clear();
    games.clear();
    ended = 0;
  }
};

class SelfPlay {
 public:
  SelfPlay(std::shared_ptr<const lanes::Lanes> lanes, const LearnerOptions& options, std::uint64_t seed);

  // One ply of every game; games that end leave their positions in `harvest`. False if the budget's time ran
  // out: then nothing has happened.
  bool ply(const LinearEvaluation& evaluation, const Budget& budget, Harvest& harvest);
  Random& random() { return random_; }

 private:
  struct Game {
    std::vector<std::uint64_t> state;
    std::uint32_t opening = 0;  // random plies to come
    std::uint32_t plies = 0;
    std::vector<std::uint64_t> states;    // that are learned from
    std::vector<float> values;            // of their best moves
    std::vector<std::uint8_t> on_policy;  // whether the best move was played
  };
  void restart(Game& game);
  // The joint move to play at a state that has been judged, among its own.
  std::size_t choose(Game& game, std::size_t index);
  void reap(const Game& game, std::uint32_t heads, Harvest& harvest);

  std::shared_ptr<const lanes::Lanes> lanes_;
  LearnerOptions options_;
  Random random_;
  Lookahead lookahead_;
  std::vector<std::uint64_t> initial_;
  std::vector<Game> games_;
  std::vector<std::uint64_t> states_;
  std::vector<Lookahead::Question> questions_;
  std::vector<float> outcome_;  // of the game that is reaped
  std::uint32_t reaped_ = 0;    // games
};

}  // namespace woodstock::search::learning
