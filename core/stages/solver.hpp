// Solves the stage of one state after another on a template built once (RIA 2017 §4.2, the injector): the
// state's fluents are fixed on the trail, MAC or forward checking enumerates the joint actions with their
// successors, and the trail undoes everything.
//
//   StageSolver solver(stage_template);
//   if (solver.inject(state.words()) && !solver.terminal())
//     while (solver.next() == Step::solution) use(solver.joint_action(), solver.successor());
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "csp/sac.hpp"
#include "csp/search.hpp"
#include "stages/template.hpp"

namespace woodstock::stages {

class StageSolver {
 public:
  explicit StageSolver(std::shared_ptr<const StageTemplate> stage,
                       csp::Search::Inference inference = csp::Search::Inference::arc_consistency,
                       csp::Filter filter = {});
  ~StageSolver() { release(); }
  StageSolver(const StageSolver&) = delete;
  StageSolver& operator=(const StageSolver&) = delete;

  const StageTemplate& stage() const { return *stage_; }
  // Fixes a state (bit f of the words is fluent f) in place of the last one, and settles what depends on it
  // alone. False if the state breaks a mutex group or the network is inconsistent with it.
  bool inject(std::span<const std::uint64_t> words);
  void release();

  // Of the injected state.
  bool terminal() const;
  std::optional<std::int32_t> score(std::uint32_t role) const;  // none without exactly one goal value

  // Arc consistency over the whole stage: afterwards legal(role) are the values left of the role's action.
  // False if some role has no legal move.
  bool settle();
  std::vector<std::uint32_t> legal(std::uint32_t role) const;
  // Singleton arc consistency over the injected stage, or of the values of its actions alone.
  csp::SacResult singleton_consistency(const Deadline& deadline = {});
  csp::SacResult singleton_actions(const Deadline& deadline = {});
  // What one joint action of a settled stage leads to, by arc consistency: read joint_action() and
  // successor(). False if it is not possible.
  bool play(std::span<const std::uint32_t> moves);

  // The next solution. Not to be called on a terminal state, whose stage has no transition.
  csp::Step next(const Deadline& deadline = {});
  // Of the solution: a move per role (numbered per role), and the next state's words.
  std::span<const std::uint32_t> joint_action() const { return joint_; }
  std::span<const std::uint64_t> successor() const { return successor_; }

  csp::Propagation& propagation() { return propagation_; }
  const csp::Propagation& propagation() const { return propagation_; }

 private:
  void read_solution();

  std::shared_ptr<const StageTemplate> stage_;
  std::vector<csp::VariableId> actions_;
  csp::Search::Inference inference_;
  csp::Propagation propagation_;
  bool consistent_;  // of the template itself, before any state
  csp::Search search_;
  bool injected_ = false;
  bool settled_ = false;
  std::vector<std::uint32_t> joint_;
  std::vector<std::uint64_t> successor_;
};

}  // namespace woodstock::stages
