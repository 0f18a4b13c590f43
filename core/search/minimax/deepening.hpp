// A root searched by one thread, one joint move deeper after the other. Threads that share a table help each
// other by what they leave in it (lazy SMP).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/engines.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/minimax/full_width.hpp"
#include "search/minimax/options.hpp"
#include "search/minimax/table.hpp"

namespace woodstock::search::minimax {

// What is known of one of the root's arms.
struct RootArm {
  Score score = 0;  // for who chooses; a bound unless it is exact
  bool exact = false, complete = false;
  std::uint32_t depth = 0;  // that the score is of
  std::uint64_t stages = 0;
};

class Deepening {
 public:
  Deepening(const Engines& engines, std::uint32_t role, const Options& options, Table& table);

  // Forgets what is known of the root.
  void set_evaluation(std::shared_ptr<const learning::LinearEvaluation> evaluation);
  void set_root(const State& state);

  // Until the root is solved, as deep as the options allow, or the budget ends or the flag is set. `furthest`
  // is the greatest depth that any thread has finished; this one begins so many above it.
  void run(const Budget& budget, const StopFlag& over, std::atomic<std::uint32_t>& furthest,
           std::uint32_t above);

  const std::vector<RootArm>& arms() const { return arms_; }
  const Stage& root() const { return root_; }
  std::uint32_t depth() const { return depth_; }  // the last that was finished
  bool complete() const { return complete_; }     // nothing below the root is only estimated
  bool aborted() const { return search_.aborted(); }
  bool solved() const;
  std::uint32_t best_arm() const;
  FullWidth& search() { return search_; }
  const FullWidth& search() const { return search_; }

 private:
  bool iterate(std::uint32_t depth);
  void reset();

  Options options_;
  FullWidth search_;
  State state_;
  Stage root_;
  std::vector<RootArm> arms_;
  std::vector<std::uint32_t> order_;  // the best of the last depth first
  std::uint32_t depth_ = 0;
  bool complete_ = false;
};

}  // namespace woodstock::search::minimax
