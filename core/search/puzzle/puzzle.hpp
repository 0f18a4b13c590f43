// Games of one role without chance: a line that ends with the highest goal is looked for and, once found,
// kept and played out. Breadth-first search with a table of states (first without the fluents that count
// steps on their own, then with them) alternates with nested rollout policy adaptation (Rosin 2011).
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/random.hpp"
#include "circuit/circuit.hpp"
#include "search/engines.hpp"
#include "search/search.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search::puzzle {

class PuzzleSearch final : public Search {
 public:
  // Throws std::invalid_argument if the game has more than one role.
  explicit PuzzleSearch(const Engines& engines, const circuit::Circuit& circuit);

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

  // A line from the root that somebody else found; taken if it can be played and is better than what is
  // known.
  bool offer(std::span<const std::uint32_t> moves);
  // The goal that the best line known ends with, -1 without one.
  std::int32_t best() const { return best_; }
  std::int32_t highest() const { return highest_; }
  // What is left of the best line.
  std::vector<std::uint32_t> line() const;

 private:
  struct Visited {
    State state;
    std::uint32_t parent;
    std::uint32_t move;
  };
  struct Rollout {
    std::vector<std::uint32_t> moves;
    std::vector<std::uint32_t> legal;  // step after step
    std::vector<std::uint32_t> begin;  // of each step in `legal`, and the end
    double score = -1;
  };

  bool solved() const { return best_ >= highest_; }
  std::uint64_t key(const State& state) const;
  std::int32_t goal_here();
  void restart();
  void keep(std::vector<std::uint32_t> moves, std::int32_t goal);
  // Looks at up to `count` states; false when there are none left.
  bool widen(std::uint64_t count, const Budget& budget);
  void adapt_policy(std::vector<float>& policy, const Rollout& rollout) const;
  void roll_out(const std::vector<float>& policy, Rollout& rollout, const Budget& budget);
  void nest(std::uint32_t level, std::vector<float>& policy, Rollout& best, const Budget& budget);
  std::size_t code(std::uint32_t step, std::uint32_t move) const {
    return by_step_ ? std::size_t{step % kSteps} * moves_ + move : move;
  }

  static constexpr std::uint32_t kSteps = 256;
  stepper::Stepper stepper_;
  std::uint32_t moves_;
  std::int32_t highest_;
  std::vector<std::uint32_t> clocks_;  // fluents that change on their own
  State root_;
  Random random_{0};

  std::vector<Visited> visited_;
  std::unordered_set<std::uint64_t> seen_;
  std::size_t next_ = 0;
  bool exact_ = false;  // clocks belong to the key
  bool exhausted_ = false;
  bool by_step_ = false;  // the policy tells steps apart
  std::uint32_t rounds_ = 0, skipped_ = 0;
  bool signal_ = true;  // rollouts of the last round differed in their scores
  double least_score_ = 0, greatest_score_ = 0;
  std::uint64_t samples_ = 0;
  std::uint32_t deepest_ = 0;

  std::int32_t best_ = -1;
  std::vector<std::uint32_t> moves_found_;
  std::vector<State> states_found_;  // before each of the moves
  std::size_t position_ = 0;         // of the root on the best line
};

// Fluents whose successors depend on no move and on no other fluents than such: step counters.
std::vector<std::uint32_t> clock_fluents(const circuit::Circuit& circuit);

}  // namespace woodstock::search::puzzle
