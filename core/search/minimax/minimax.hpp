// Full-width search with a learned evaluation, one joint move deeper after the other until the budget ends.
// What it shows as won or lost is proven; all else is an estimate. See full_width.hpp for the search of one
// depth, and learning/linear_evaluation.hpp for what leaves are worth.
//
// Several threads search the same root, each at a depth of its own, and share the table; the one that came
// furthest is believed. With a number of simulations there is one, so that the outcome is repeatable.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/engines.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/minimax/deepening.hpp"
#include "search/minimax/options.hpp"
#include "search/search.hpp"

namespace woodstock::search::minimax {

class Minimax : public Search {
 public:
  // Without an evaluation all states look alike, and only proofs tell them apart. With one that counts legal
  // moves the game is searched with states that say which are. Throws std::invalid_argument if the engines
  // have no lanes, or if the evaluation is of another game.
  Minimax(const Engines& engines, std::uint32_t role,
          std::shared_ptr<const learning::LinearEvaluation> evaluation, const Options& options);

  void set_root(const State& given) override;
  // `budget.simulations` are stages to expand, `budget.memory` is that of the transposition table.
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

  // Forgets what the table holds: it rests on the evaluation before, which was one of the same fluents.
  void set_evaluation(std::shared_ptr<const learning::LinearEvaluation> evaluation);

 private:
  const Deepening& main() const { return *threads_.front(); }
  void add_thread();
  void search_together(const Budget& budget);
  std::vector<double> goals_of(std::uint32_t arm) const;
  void follow_line(const Budget& budget);
  std::uint64_t stages() const;
  std::uint64_t evaluations() const;

  std::shared_ptr<const lanes::Lanes> own_;  // with states as they are given
  Engines engines_;                          // with states as the evaluation knows them
  std::uint32_t role_;
  Options options_;
  std::shared_ptr<const learning::LinearEvaluation> evaluation_;
  Table table_;
  std::vector<std::unique_ptr<Deepening>> threads_;  // the one that saw deepest in the last run first
  State state_;
  std::uint64_t evaluations_before_ = 0;
  std::vector<std::vector<std::uint32_t>> line_;
};

}  // namespace woodstock::search::minimax
