// How much a side can secure within some depth: alpha-beta (Knuth & Moore 1975) where every line cut off at
// the horizon counts as the prover's worst. The prover is the role, or the others together against it; who
// proves moves without knowing what the refuter does at the same time, so that what it secures it secures
// against any play. Chance counts by its mean, rounded against the prover.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/budget.hpp"
#include "search/proof/successors.hpp"
#include "search/proof/table.hpp"

namespace woodstock::search::proof {

enum class Side : std::uint8_t {
  kRole,    // the role proves that it gets so much
  kOthers,  // the others together prove that it gets no more
  kNobody,  // it gets no more whatever is played
};

class Prover {
 public:
  static constexpr Value kScale = 1024;  // of goals

  Prover(SuccessorMaker& maker, const Engines& engines, std::uint32_t role, Side side, Value least,
         Value most);

  Side side() const { return side_; }
  // In the prover's terms, where more is better: goals, or goals below zero.
  Value value_of(Value scaled_goal) const { return side_ == Side::kRole ? scaled_goal : -scaled_goal; }
  // Of a terminal state; without a goal it is the least.
  Value result(std::int32_t goal) const { return value_of(std::clamp(goal * kScale, least_, most_)); }
  // Of outcomes of chance, rounded against the prover.
  static Value mean(std::int64_t sum, std::int64_t outcomes);
  Value floor() const { return floor_; }
  Value top() const { return top_; }

  // Fail-soft: at least the result is secured if that is above alpha; no more, within the depth, if below
  // beta. Of no use if `aborted`.
  Value search(std::span<const std::uint64_t> state, std::uint32_t depth, Value alpha, Value beta,
               std::uint32_t ply, Table& table);
  void begin(const Budget& budget) {
    budget_ = &budget;
    aborted_ = cut_ = false;
  }
  void begin_move() { cut_ = false; }
  void cut_off() { cut_ = true; }
  bool aborted() const { return aborted_; }
  bool cut() const { return cut_; }  // some line was cut off at the horizon
  std::uint64_t nodes() const { return nodes_; }
  // Counts nodes of both provers against the budget.
  void set_allowance(std::uint64_t nodes) { last_node_ = nodes_ + nodes; }
  // The expected joint moves from a state, as far as the table knows.
  void follow(std::vector<std::uint64_t> state, Table& table, std::vector<std::vector<std::uint32_t>>& line);

 private:
  struct Ply {
    Successors next;
    std::vector<std::uint32_t> order;
    std::vector<std::int64_t> scores;
  };
  // The moves of who proves and who refutes: numbers of own moves, joint moves of the others, or all of them.
  std::uint32_t prover_moves(const Successors& next) const;
  std::uint32_t refuter_moves(const Successors& next) const;
  std::uint32_t joint(const Successors& next, std::uint32_t prover, std::uint32_t refuter,
                      std::uint32_t outcome) const;
  Value child(std::uint32_t ply, std::uint32_t prover, std::uint32_t refuter, std::uint32_t depth,
              Value alpha, Value beta, Table& table);
  // Orders the prover's moves, or the refuter's where the prover has but one.
  void order(std::uint32_t ply, std::uint32_t first, bool proving, Table& table);
  std::int64_t& history(const Successors& next, std::uint32_t joint, bool proving);
  bool out_of_budget();

  SuccessorMaker& maker_;
  std::uint32_t role_;
  std::vector<std::uint32_t> role_begin_;
  Side side_;
  Value least_, most_, floor_, top_;
  std::vector<Ply> plies_;
  std::vector<std::int64_t> history_[2];  // refuter's and prover's cut-offs, by move
  const Budget* budget_ = nullptr;
  bool aborted_ = false, cut_ = false;
  std::uint64_t nodes_ = 0, last_node_ = 0;
};

}  // namespace woodstock::search::proof
