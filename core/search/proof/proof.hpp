// Forced results near a root: for each of the role's moves, what it secures whatever the others do, and what
// the others can hold it to. Full width, deepening; a line that the depth cuts off proves nothing.
//
// It is the T-stage network of the papers with θ = 1 solved outright, near the root (Koriche et al. 2016,
// Algorithm 1; 2017, §4.4): every reply is a constraint, and a move stands only if no reply violates it.
//
//   low(move)  = min over replies of P(next), P(s) = max own, min others of P(next), the least goal at the
//                horizon
//   high(move) = max over replies at the same time of O(next), O(s) = min others, max own of O(next), the
//                highest goal at the horizon
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/state.hpp"
#include "search/engines.hpp"
#include "search/proof/prover.hpp"
#include "search/proof/successors.hpp"
#include "search/proof/table.hpp"
#include "search/search.hpp"

namespace woodstock::search::proof {

struct Options {
  // Also what lies between the extremes, where the role has but a few goals: otherwise only whether it gets
  // the highest, or no more than the least.
  bool exact = false;
  // Whether the others are taken to play against the role: what they could do to it together. Otherwise the
  // highest that a move may lead to, however they play. Not said: by what they play for.
  std::optional<bool> against;
  // Goes on when what to play is decided: every move is looked at to the same depth.
  bool thorough = false;
  std::uint32_t depth = 250;      // joint moves, at most
  std::uint32_t table_bits = 18;  // pairs of entries, by the power of two
  Engine engine = Engine::kMeasured;
};

struct Move {
  std::uint32_t move = 0;      // numbered within the role
  double low = 0, high = 100;  // goals
  std::uint32_t low_depth =
      0;  // joint moves, this one included, within which the bound was shown; 0: it was not
  std::uint32_t high_depth = 0;
  std::uint32_t depth = 0;  // that it was searched to, on the side that came less far
  std::uint64_t nodes = 0;
  std::vector<std::vector<std::uint32_t>> line;  // the play that a decided move leads to, as far as known
};

struct Report {
  std::vector<Move> moves;       // every legal move of the role, in the order of the moves
  double least = 0, most = 100;  // of the role's goals
  std::uint32_t depth = 0;       // of the side that came less far
  std::uint64_t nodes = 0;       // stages expanded for this root
  bool decided = false;          // deeper search would not change what to play
  bool against = true;           // high is what the others can hold the role to
};

// What is proven of a state, by whatever root it was met from: goals of the role.
struct KnownState {
  double low = 0, high = 100;
  std::uint32_t low_within = 0, high_within = 0;  // joint moves within which it was shown
  bool won = false, lost = false;                 // a bound is as good, or as bad, as it can be
};

class ProofSearch {
 public:
  ProofSearch(const Engines& engines, std::uint32_t role, const Options& options);

  // What is proven about states is kept.
  void set_root(const State& state);
  // Joint moves looked ahead at most, from now on.
  void set_depth(std::uint32_t depth);
  // Of the role's moves, numbered within the role, those to look at first: where a depth is not finished,
  // what was shown of them stays.
  void set_order(const std::vector<std::uint32_t>& moves);
  // Stages that the next depth will take, judging by the last ones.
  double next_cost() const;
  KnownState known(std::span<const std::uint64_t> state) const;
  // What is shown of one of the role's moves, numbered within the role.
  KnownState known_move(std::uint32_t move) const;
  // `budget.simulations` are stages to expand. Goes on where the last run stopped.
  SearchEnd run(const Budget& budget);
  // Looks into one of the role's moves alone, and so deeper than `run` can into all of them: whether it is
  // refuted. Solved: that is known, or looking deeper shows no more.
  SearchEnd probe(std::uint32_t move, const Budget& budget);
  Report report();
  Engine engine() const { return maker_.engine(); }
  std::uint64_t nodes() const { return provers_[0].nodes() + provers_[1].nodes(); }  // of all roots

 private:
  struct RootMove {
    Value bound[2];  // low and high, scaled
    std::uint32_t shown[2] = {};
    std::uint32_t searched[2] = {};
    std::uint64_t nodes = 0;
    std::uint32_t reply[2] = {};  // joint move that the bound was shown last with
    bool closed[2] = {};          // deeper search on this side shows no more
  };
  bool iterate(std::uint32_t side);
  // False if the budget ended first.
  bool deepen(std::uint32_t side, std::uint32_t move, std::uint32_t depth);
  Value ask(std::uint32_t side, std::uint32_t move, std::uint32_t depth, Value alpha, Value beta);
  std::uint32_t number_of(std::uint32_t own) const;
  bool decided() const;
  bool lost(const RootMove& move) const { return move.bound[1] <= least_; }
  bool won(const RootMove& move) const { return move.bound[0] >= most_; }

  std::uint32_t role_, roles_;
  Options options_;
  Value least_ = 0, most_ = 0;
  bool extremes_ = false;
  bool against_;
  SuccessorMaker maker_;
  Table table_;
  std::vector<Prover> provers_;  // the role, those who hold it
  Successors root_;
  std::vector<RootMove> moves_;
  std::vector<std::uint32_t> order_;  // of `moves_`
  std::uint32_t depth_[2] = {};
  std::uint64_t spent_[2] = {};
  double last_cost_[2] = {}, growth_[2] = {};  // of the depths so far
  bool finished_[2] = {};
  std::uint64_t nodes_before_ = 0;  // of earlier roots
};

}  // namespace woodstock::search::proof
