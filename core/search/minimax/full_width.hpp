// The search below a root, to a depth: principal variation search (Marsland & Campbell 1982), which is
// alpha-beta with null windows, over all moves. The role that searches maximises, all others minimise: exact
// for two players of constant sum, and the paranoid view of more (Sturtevant & Korf 2000), which prunes where
// max^n hardly can and so looks deeper. Chance is averaged within bounds (Star1, Ballard 1983).
//
// The successors of a stage are made at once and judged statically, so that the last ply costs nothing and a
// win at once is always seen. Stages that will be looked at one after the other are made together in the
// lanes: all moves of a stage where none looks good enough to end it, else those after the first. Beyond the
// depth, moves that gain much are followed until nothing does (quiescence).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lanes/lanes.hpp"
#include "search/engines.hpp"
#include "search/learning/arms.hpp"
#include "search/learning/neighbourhood.hpp"
#include "search/minimax/options.hpp"
#include "search/minimax/score.hpp"
#include "search/minimax/table.hpp"
#include "search/minimax/value.hpp"
#include "search/search.hpp"

namespace woodstock::search::minimax {

// A stage with all that follows from it.
struct Stage {
  const std::uint64_t* state = nullptr;
  std::uint64_t hash = 0;
  const lanes::LaneExpansions* source = nullptr;  // where its successors are, …
  std::size_t index = 0, first = 0;               // … as which of the states there, from which joint move on
  learning::Arms arms;
  int sign = 1;                        // 1 where the role that searches chooses
  std::vector<std::uint64_t> hashes;   // per joint move
  std::vector<Score> scores;           // per joint move: results, else static estimates, as at the root
  std::vector<std::uint32_t> order;    // arms, the likely best first
  std::vector<Score> keys;             // per arm
  lanes::LaneExpansions own;           // its successors where they were made alone
  lanes::LaneExpansions replies;       // what follows from some of its successors
  std::vector<std::int32_t> reply_of;  // per arm: where in `replies`, or -1

  bool terminal(std::size_t joint) const { return source->successor_terminal[first + joint] != 0; }
  void order_by_keys() {
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return keys[a] > keys[b]; });
  }
};

// By how many joint moves a line may be longer than the depth.
struct Beyond {
  std::uint32_t forced = 0;    // of forced moves
  std::uint32_t exchange = 0;  // of moves that gain much
};

class FullWidth {
 public:
  // Searches of the same root and evaluation may share a table.
  FullWidth(const Engines& engines, std::uint32_t role, const Options& options, Table& table);

  void set_evaluation(std::shared_ptr<const learning::LinearEvaluation> evaluation);
  const Scale& scale() const { return scale_; }

  // Budgets count stages from here on. Ends early once the flag is set.
  void begin(const Budget& budget, const StopFlag& over);
  bool aborted() const { return aborted_; }
  std::uint64_t stages() const { return stages_; }
  std::uint64_t evaluations() const { return evaluations_; }

  // The stage at the root, with static scores. Always done, whatever the budget.
  void expand_root(const State& state, Stage& root);
  // The value of one of a stage's arms, for who chooses there.
  Value arm_value(Stage& stage, std::uint32_t arm, std::uint32_t depth, Score alpha, Score beta,
                  std::uint32_t ply, Beyond beyond);
  // The result of a state that is over.
  Score result(std::span<const std::int32_t> goals) const;

 private:
  // `looks` is the static estimate of the state.
  Value search(const std::uint64_t* state, std::uint64_t hash, Score looks, std::uint32_t depth, Score alpha,
               Score beta, std::uint32_t ply, Beyond beyond, const lanes::LaneExpansions* source,
               std::size_t index);
  Value descend(Stage& stage, std::size_t joint, std::int32_t reply, std::uint32_t depth, Score alpha,
                Score beta, std::uint32_t ply, Beyond beyond);
  Value mean_value(Stage& stage, std::uint32_t arm, std::uint32_t depth, Score alpha, Score beta,
                   std::uint32_t ply, Beyond beyond);
  bool spend();
  void judge(Stage& stage, std::uint32_t ply);
  Value frontier(const Stage& stage, std::uint32_t& best) const;
  Value quiet_frontier(Stage& stage, bool moves, Score looks, Score low, Score high, std::uint32_t ply,
                       Beyond beyond, std::uint32_t& best);
  void raise_bar(Score gain);
  void note_beyond();
  Value static_arm(const Stage& stage, std::uint32_t arm) const;
  void sort(Stage& stage, const std::optional<Entry>& known, std::uint32_t ply);
  void make_replies(Stage& stage, std::size_t from, std::size_t count, std::uint32_t depth);

  Engines engines_;
  std::uint32_t role_, roles_, words_;
  double noisy_;              // share of the moves that gain much
  double much_ = kFirstMuch;  // what these gain at least
  Table& table_;
  Scale scale_;
  std::shared_ptr<const learning::LinearEvaluation> evaluation_;
  learning::Neighbourhood neighbourhood_;
  std::vector<std::uint64_t> keys_;  // Zobrist, per fluent
  lanes::LaneScratchPointer scratch_;
  std::vector<std::uint64_t> batch_;
  std::deque<Stage> stack_;  // per ply
  const Budget* budget_ = nullptr;
  const StopFlag* over_ = nullptr;
  std::uint64_t begin_ = 0, stages_ = 0, evaluations_ = 0;
  std::uint64_t beyond_ = 0;  // stages beyond the depth, since the budget began
  bool aborted_ = false;
};

}  // namespace woodstock::search::minimax
