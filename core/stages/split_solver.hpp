// The stage of a state solved as in 000 Algorithm 3, lines 3 to 15, and 003 §4.1, §4.2: injected into the
// template, preprocessed, made singleton arc consistent, split; stochastic forward checking on the chance
// part gives the feasibility constraint, and MAC enumerates the hard part with it. With forward checking in
// place of MAC there is no split (003 §5.1: FC-UCB "solves µSCSPs using only the FC algorithm").
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/deadline.hpp"
#include "csp/preprocess.hpp"
#include "csp/search.hpp"
#include "stages/parts.hpp"
#include "stages/solver.hpp"

namespace woodstock::stages {

// A solution of a stage: the players' moves, and what they lead to for each of chance's, all equally likely.
struct StagePolicy {
  static constexpr std::uint32_t kOpen = 0xffffffff;
  struct Outcome {
    std::uint32_t chance_move;
    std::vector<std::uint64_t> successor;
  };

  std::vector<std::uint32_t> moves;   // per role; kOpen: chance's, with several outcomes
  std::vector<std::uint32_t> chance;  // the same as the chance part sees it: kOpen for actions outside of it
  std::vector<Outcome> outcomes;
};

struct SolvedStage {
  bool terminal = false;
  std::vector<std::optional<std::int32_t>> scores;  // of a terminal stage
  std::vector<std::vector<std::uint32_t>> legal;    // per role; empty where it has none
  std::vector<StagePolicy> policies;                // in the order of their moves
  bool complete = true;                             // false: there are more policies than there is room for
  std::uint64_t pruned = 0;  // tuples of the feasibility constraint that `Keep` refused
};

class SplitSolver {
 public:
  struct Settings {
    csp::Search::Inference inference = csp::Search::Inference::arc_consistency;
    csp::Filter filter{};
    bool singleton = true;
    std::size_t most = 1U << 16;    // policies of a stage
    std::size_t memory = 64 << 20;  // bytes for their outcomes; one policy is kept whatever it takes
  };
  // Whether a tuple of the feasibility constraint stays (003 §4.4): the moves as in StagePolicy::chance.
  using Keep = std::function<bool(std::span<const std::uint32_t>)>;

  SplitSolver(std::shared_ptr<const StageTemplate> stage, Settings settings);

  // Throws OutOfTime, and std::invalid_argument for a state that does not fit the network.
  SolvedStage solve(std::span<const std::uint64_t> state, const Deadline& deadline = {},
                    const Keep& keep = {});

  const csp::Counters& counters() const { return counters_; }  // of all searches, preprocessing not included

 private:
  struct Feasible {
    std::vector<std::vector<csp::ValueId>> outcomes;  // assignments of the chance part's variables
  };
  using Tuples = std::map<std::vector<csp::ValueId>, Feasible>;

  bool prepare(const Deadline& deadline);
  void solve_split(SolvedStage& solved, const Deadline& deadline, const Keep& keep);
  void solve_whole(SolvedStage& solved, const Deadline& deadline);
  Tuples chance_tuples(const StagePart& part, const std::vector<csp::VariableId>& decisions,
                       SolvedStage& solved, const Deadline& deadline, const Keep& keep);
  StagePolicy policy_of(const std::vector<csp::ValueId>& assignment) const;
  std::uint32_t move_of(std::uint32_t role, csp::ValueId value) const;
  StagePolicy::Outcome outcome_of(const std::vector<csp::ValueId>& assignment) const;
  csp::ValueId value_of(csp::VariableId x, const std::vector<csp::ValueId>& assignment) const;
  // The number of a role's action in the preprocessed stage, if it has a choice.
  std::optional<csp::VariableId> choice(std::uint32_t role) const;
  std::vector<csp::VariableId> choices() const;
  bool is_chance(std::uint32_t role) const {
    return static_cast<std::int32_t>(role) == stage_->chance_role();
  }
  void add(const csp::Counters& counters);

  std::shared_ptr<const StageTemplate> stage_;
  Settings settings_;
  StageParts parts_;
  StageSolver injector_;
  csp::Preprocessed micro_;  // the stage at hand
  csp::Counters counters_;
};

}  // namespace woodstock::stages
