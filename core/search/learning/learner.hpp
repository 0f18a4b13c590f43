// Learns what positions of a game are worth, from its rules alone, by self-play. It can be stopped at any
// time and go on later. Several candidates may be learned side by side; duels keep the best of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/engines.hpp"
#include "search/learning/candidate.hpp"
#include "search/learning/survey.hpp"
#include "search/learning/trust.hpp"
#include "search/search.hpp"

namespace woodstock::search::learning {

struct LearnerReport {
  std::string objection;  // why nothing is learned; empty: nothing speaks against it
  bool surveyed = false;  // enough is known of the game to learn
  std::string contexts;   // what tells them: "mover", "phase" or "one"
  std::string payoffs;    // kind
  std::uint32_t heads = 0;
  std::uint32_t candidates = 0;            // left
  std::uint64_t positions = 0, games = 0;  // of the best candidate
  std::uint64_t plies = 0;                 // played by all
  std::vector<CurvePoint> curve;           // of the best candidate
  std::vector<double> duels;               // shares of the points that later candidates won, in order
};

class Learner {
 public:
  // Throws std::invalid_argument if the engines have no lanes. With the option `legal` it learns of the game
  // whose states say which moves are legal, and so does its evaluation.
  Learner(const Engines& engines, const LearnerOptions& options, std::uint64_t seed);

  // `budget.simulations` are positions to learn from, by each candidate; with it a run is repeatable. Does
  // nothing where there is an objection.
  SearchEnd run(const Budget& budget);
  // Go on from weights learned earlier by a learner of the same game, with these pairs, in place of all that
  // was learned here. Throws std::invalid_argument if there are not as many, or before enough is known of the
  // game to learn.
  void resume(const std::vector<float>& weights, const std::vector<Pair>& pairs = {});
  // Symmetries of the game, by which weights are tied together from now on. Throws
  // std::invalid_argument if they are not of this game.
  void set_symmetries(std::vector<Symmetry> symmetries);
  // Duels between the candidates: one is left, and learns on alone. Where time ends a duel early, both stay.
  void choose(const Budget& budget, std::uint32_t games);
  // What it has learned, or equal values for all states before.
  std::shared_ptr<const LinearEvaluation> evaluation() const;
  // What each of those has learned that are still in the running, the best first.
  std::vector<std::shared_ptr<const LinearEvaluation>> candidates() const;
  // Throws std::invalid_argument if preferences are of other lanes.
  Trust trust(std::uint32_t games, std::uint64_t seed, const Budget& budget,
              std::span<const std::shared_ptr<const lanes::PreferredPlay>> preferred = {}) const;
  LearnerReport report() const;

 private:
  bool prepare(const Budget& budget);
  Symmetry of_this_game(Symmetry symmetry) const;
  // One candidate for each.
  void begin_with(const std::vector<LinearEvaluation>& initial);

  std::uint32_t own_fluents_;  // of the game; those that say what is legal come after them
  std::shared_ptr<const lanes::Lanes> lanes_;
  LearnerOptions options_;
  std::uint64_t seed_;
  Payoffs payoffs_;
  Survey survey_;
  std::string objection_;
  std::vector<Symmetry> symmetries_;
  std::vector<Candidate> candidates_;  // the best first
  std::uint64_t plies_given_up_ = 0;
  std::vector<double> duels_;
};

}  // namespace woodstock::search::learning
