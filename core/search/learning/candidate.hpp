// One evaluation that is being learned: its games, its weights, its memory, all decided by its seed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/learning/replay_buffer.hpp"
#include "search/learning/self_play.hpp"
#include "search/learning/ties.hpp"
#include "search/learning/trainer.hpp"

namespace woodstock::search::learning {

// How far the evaluation was off, on positions it had not seen.
struct CurvePoint {
  std::uint64_t positions = 0;
  double error = 0;  // mean square, of outcomes as shares of the most
};

class Candidate {
 public:
  Candidate(std::shared_ptr<const lanes::Lanes> lanes, const LinearEvaluation& initial,
            const LearnerOptions& options, std::uint64_t seed);

  // A ply of all its games, and what there is to learn from those that end. False if time ran out: the next
  // step goes on there.
  bool step(const Budget& budget);
  const Trainer& trainer() const { return trainer_; }
  std::uint64_t positions() const { return positions_; }
  std::uint64_t games() const { return games_; }
  std::uint64_t plies() const { return plies_; }
  // Of its thread's time, for all its steps.
  double seconds() const { return seconds_; }
  // Its weights are such as were learned for long: from here on they change slowly.
  void settle() { trainer_.settle(); }
  // Weights are tied together by them from now on. Throws std::invalid_argument if they are of another game.
  void set_symmetries(std::vector<Symmetry> symmetries);
  bool outcomes_vary() const { return vary_; }
  const std::vector<CurvePoint>& curve() const { return curve_; }

 private:
  bool play_and_learn(const Budget& budget);
  void look_for_pairs(const Budget& budget);
  void add_pairs(const std::vector<Pair>& more);
  bool learn_harvest(const Budget& budget);
  void learn(const std::uint64_t* state, const float* target, const float* outcome);

  std::uint32_t words_, heads_, roles_, replays_, at_once_, pairs_;
  SelfPlay play_;
  Trainer trainer_;
  ReplayBuffer buffer_;
  std::vector<Symmetry> symmetries_;
  std::uint64_t pairs_after_ = kPairsAfter;  // positions: then pairs are looked for
  Harvest harvest_;
  std::size_t learned_ = 0;  // of the positions of the harvest
  std::uint64_t positions_ = 0, games_ = 0, plies_ = 0;
  double seconds_ = 0;
  std::vector<float> first_outcome_;
  bool vary_ = false;
  std::vector<CurvePoint> curve_;
  std::uint64_t curve_step_ = kCurveStep, curve_count_ = 0;
  double curve_sum_ = 0;
};

}  // namespace woodstock::search::learning
