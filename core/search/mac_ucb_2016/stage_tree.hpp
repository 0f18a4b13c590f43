// The stages that MAC-UCB has met: those solved, with their policies, and those on its list (000 Algorithm 3,
// µSCSPs), ordered by expected utility.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/state.hpp"
#include "search/mac_ucb_2016/valuation.hpp"
#include "stages/split_solver.hpp"

namespace woodstock::search::mac_ucb_2016 {

using StageId = std::uint32_t;
inline constexpr StageId kNoStage = 0xffffffff;

// A solution of a stage, an arm of UCB.
struct Arm {
  std::vector<std::uint32_t> moves, chance;  // as in stages::StagePolicy
  std::vector<std::uint32_t> chance_moves;   // per outcome
  StageId first = 0;                         // the stages that it leads to stand together
  std::uint64_t samples = 0;
  std::vector<double> sums;   // of playouts' rewards, by role
  std::vector<double> value;  // the mean of its outcomes

  std::uint32_t outcomes() const { return static_cast<std::uint32_t>(chance_moves.size()); }
};

struct Stage {
  State state;
  StageId parent = kNoStage;
  std::uint32_t arm = 0;  // of the parent
  std::uint32_t depth = 0;
  bool solved = false, terminal = false;
  bool complete = true;   // all its policies are known
  bool pruned = false;    // policies were left out for their confidence values, or all of them
  bool explored = false;  // nothing is left to look at below
  std::uint64_t samples = 0;
  std::vector<double> sums;   // of its own playouts
  std::vector<double> value;  // what it is worth to each role, 0 to 1
  std::vector<Arm> arms;
};

class StageTree {
 public:
  explicit StageTree(std::uint32_t roles) : roles_(roles) {}

  Stage& operator[](StageId id) { return stages_[id]; }
  const Stage& operator[](StageId id) const { return stages_[id]; }
  std::size_t size() const { return stages_.size(); }
  std::size_t bytes() const { return bytes_; }
  std::uint32_t roles() const { return roles_; }

  // A tree of one stage, which is number 0.
  void plant(const State& state);
  // Makes a stage of the tree the root and forgets what is not below it.
  void keep(StageId root);
  // The stage of a state at most so many joint moves below the root.
  std::optional<StageId> find(const State& state, std::uint32_t depth) const;

  // The policies of a stage become arms, with a new stage for each outcome that is worth what its parent was.
  // A stage whose policies are all pruned stays worth what it was, and is never explored.
  void expand(StageId id, const stages::SolvedStage& solved);
  void end(StageId id, std::vector<double> value);  // terminal
  Valuation valuation(StageId id) const;
  // Values and what is explored, from a stage up to the root.
  void back_up(StageId id);
  // The role whose utility a stage's policies are chosen by: the one that decides there or, where chance
  // alone does, above; `own` if there is none.
  std::uint32_t decider(StageId id, std::uint32_t own) const;

 private:
  void update(StageId id);

  std::uint32_t roles_;
  std::vector<Stage> stages_;
  std::size_t bytes_ = 0;
};

// The list: stages by expected utility, the best first (Algorithm 3, lines 2 and 23).
class StageList {
 public:
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }
  void insert(StageId id, double utility);
  StageId take_best();

 private:
  struct Entry {
    double utility;
    StageId id;
    bool operator<(const Entry& other) const {
      return utility < other.utility || (utility == other.utility && id > other.id);
    }
  };
  std::vector<Entry> entries_;  // a heap
};

}  // namespace woodstock::search::mac_ucb_2016
