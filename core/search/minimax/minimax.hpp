// Full-width search with a learned evaluation, one joint move deeper after the other until the budget ends.
// What it shows as won or lost is proven; all else is an estimate. See full_width.hpp for the search of one
// depth, and learning/linear_evaluation.hpp for what leaves are worth.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/engines.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/minimax/full_width.hpp"
#include "search/minimax/options.hpp"
#include "search/search.hpp"

namespace woodstock::search::minimax {

class Minimax : public Search {
 public:
  // Without an evaluation all states look alike, and only proofs tell them apart. Throws
  // std::invalid_argument if the engines have no lanes.
  Minimax(const Engines& engines, std::uint32_t role,
          std::shared_ptr<const learning::LinearEvaluation> evaluation, const Options& options);

  void set_root(const State& state) override;
  // `budget.simulations` are stages to expand, `budget.memory` is that of the transposition table.
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

  // Forgets what the table holds: it rests on the evaluation before.
  void set_evaluation(std::shared_ptr<const learning::LinearEvaluation> evaluation);

 private:
  struct RootArm {
    Score score = 0;  // for who chooses; a bound unless it is exact
    bool exact = false, complete = false;
    std::uint32_t depth = 0;  // that the score is of
    std::uint64_t stages = 0;
  };
  bool iterate(std::uint32_t depth);
  void reset();
  bool solved() const;
  std::uint32_t best_arm() const;
  std::vector<double> goals_of(std::uint32_t arm) const;
  void follow_line(const Budget& budget);

  Engines engines_;
  std::uint32_t role_;
  Options options_;
  FullWidth search_;
  State state_;
  Stage root_;
  std::vector<RootArm> arms_;
  std::vector<std::uint32_t> order_;  // the best of the last depth first
  std::uint32_t depth_ = 0;           // the last that was finished
  bool complete_ = false;
  std::uint64_t evaluations_before_ = 0;
  std::vector<std::vector<std::uint32_t>> line_;
};

}  // namespace woodstock::search::minimax
