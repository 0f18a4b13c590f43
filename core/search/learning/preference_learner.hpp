// Learns which moves random playouts should prefer, from the rules alone, by rollouts of the present
// preferences: states of such playouts are drawn, every move of theirs is valued by some playouts more, and
// what a move is worth beyond the mean of its state, its advantage, is added to its preference. That is
// policy iteration by rollouts (Tesauro & Galperin 1996) with the natural gradient of a softmax policy
// (Kakade 2001):
//
//   θ(m, l) ← θ(m, l) + η · E[A(s, m) | s in leaf l of m's tree],   A(s, m) = V(s, m) − mean_m' V(s, m')
//
// but for the means, of a state's moves and of what others may do at the same time: they are taken evenly.
// A move's tree grows where a fluent tells its good occasions from its bad ones (a capture, a neighbour);
// ranks are θ in units of ln 2, or of more where they are too few (lanes/preferred_play.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "lanes/preferred_play.hpp"
#include "search/budget.hpp"

namespace woodstock::search::learning {

struct PreferenceOptions {
  double rate = 10;                 // η, for rewards from 0 to 1
  std::uint32_t playouts = 4;       // of each move of a state
  std::uint32_t leaves = 4;         // of a move's tree, at most
  double significance = 25;         // of a split: what it explains, in units of the variance
  std::uint32_t successors = 1024;  // valued together, about
  // Moves are preferred among those that it leaves.
  lanes::LanePolicy policy = lanes::LanePolicy::kSafe;
};

class PreferenceLearner {
 public:
  PreferenceLearner(std::shared_ptr<const lanes::Lanes> lanes, const PreferenceOptions& options,
                    std::uint64_t seed);

  // Values the moves of some states more, spread over the length of a game. False if the budget's time ran
  // out or nothing can be learned; then nothing has happened.
  bool collect(const Budget& budget);
  // Preferences by what was collected since the last time.
  void improve();

  std::shared_ptr<const lanes::PreferredPlay> preferred() const { return preferred_; }  // null at first
  std::size_t samples() const { return samples_; }  // collected since the last time
  std::uint64_t states() const { return states_seen_; }
  double length() const { return length_; }  // of a random playout, in the mean; 0 before the first one

 private:
  struct Sample {
    std::uint32_t state;
    float advantage;
  };
  struct Move {
    lanes::Ranking tree;
    std::vector<float> theta;   // per node
    std::vector<float> weight;  // per node: samples of the last round
    std::vector<Sample> samples;
  };
  bool draw_states(const Budget& budget);
  void note_advantages(std::size_t state, std::uint32_t stored);
  void improve(Move& move);
  bool split(Move& move, std::uint32_t leaf, const std::vector<Sample>& samples, double mean,
             double variance);
  double shrunk(double sum, double count) const;
  void rank();

  std::shared_ptr<const lanes::Lanes> lanes_;
  PreferenceOptions options_;
  Random random_;
  lanes::LaneScratchPointer scratch_;
  std::shared_ptr<const lanes::PreferredPlay> preferred_;
  std::vector<std::uint64_t> initial_;
  double length_ = 0;  // of a playout, in the mean
  std::vector<Move> moves_;
  std::vector<std::uint64_t> pool_;  // states of the samples
  std::size_t samples_ = 0;
  std::uint64_t states_seen_ = 0;
  // Of the present batch.
  std::vector<std::uint64_t> states_;
  lanes::LaneExpansions expansions_;
  lanes::LaneTotals totals_;
  std::vector<lanes::LaneStart> starts_;
  std::vector<float> values_;  // joint move × role
  std::vector<float> arms_;
};

}  // namespace woodstock::search::learning
