// MAC-UCB (papers 003 §4, 000 §4.2, 004 §5): a best-first policy tree. A leaf is chosen along the line that
// decides the root, its stage is solved, its successors are evaluated (by playouts in the lanes, unless told
// otherwise), and values go back by minimax. Several leaves share one batch.
//
// With n playouts at a stage s and n_a after its joint action a, m their mean rewards, V values and f leaves
// under way:
//
//   select (selection.hpp)       a = argmax  V_a + c·√(ln(n + 2) / (n_a + 1)) − λ·f_a; near the root first
//                                whatever has n_a < α·n / #a
//   shrink (stage_prior.hpp)     V_a = (n_a·m_a + κ·P_a) / (n_a + κ),  P_a = β·m_s + (1 − β)·V_s
//   back up (backup.hpp)         V_s = (1 − μ)·max_a E[V_a] + μ·m_s, within the bounds that are proven
//   at once (simultaneous.hpp)   V_s = value of an equilibrium σ of the matrix of V_a
//                                select: a = argmax ((1 − ε)·σ'_a + ε / #a) / n_a,
//                                σ' an equilibrium of V_a ± c·√(ln n / n_a)
//
// max is the decider's, E chance's. c is `c`, α `attention`, λ `virtual-loss`, κ `shrinkage`, β `blend`, μ
// `mix`, ε `kUniform` (options.hpp). P_a has besides what each role's move adds where several choose, and in
// wide games what moves add that are made later (later_moves.hpp). Played is the best of V_a less its
// confidence term, or a move drawn from σ (report.hpp).
//
// A share of each run, `proof`, goes to proving wins and losses near the root (proofs.hpp).
//
// With symmetries (004 §5: MAC-UCB-SYM) stages are canonical but for the root, see images.hpp.
//
// Threads: one tree; run.hpp says who works on it when.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanes/lanes.hpp"
#include "search/evaluator.hpp"
#include "search/mac_ucb/backup.hpp"
#include "search/mac_ucb/evaluation.hpp"
#include "search/mac_ucb/harvest.hpp"
#include "search/mac_ucb/later_moves.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/mac_ucb/proofs.hpp"
#include "search/mac_ucb/report.hpp"
#include "search/mac_ucb/run.hpp"
#include "search/mac_ucb/selection.hpp"
#include "search/mac_ucb/workload.hpp"
#include "search/positions.hpp"
#include "search/search.hpp"
#include "search/stage_expander.hpp"

namespace woodstock::search::mac_ucb {

class MacUcb final : public Search, private Tasks {
 public:
  // `expanders` solves stages, by default the lanes do; `evaluators` says what successors are worth, by
  // default playouts do; `engines` of the same game are for proofs, without them there are none. Where the
  // positions are not states (`positions.hpp`) all of that comes from them.
  MacUcb(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t role, const Options& options = {},
         ExpanderFactory expanders = {}, EvaluatorFactory evaluators = {}, const Engines* engines = nullptr,
         std::shared_ptr<const Positions> positions = {});
  MacUcb(const MacUcb&) = delete;
  MacUcb& operator=(const MacUcb&) = delete;

  void set_root(const State& state) override;
  bool set_symmetry(std::shared_ptr<const symmetry::Canonical> group) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;
  std::vector<Successor> successors(const State& state, std::uint32_t depth) const override;

  const Payoffs& payoffs() const { return payoffs_; }
  std::size_t bytes() const { return tree_.bytes(); }

 private:
  // The tasks of a run.
  void choose(Job& job) override;
  void back_up(Job& job) override { harvest_.bring_in(job, root_); }
  bool settled() const override { return tree_[root_].solved || decided(); }
  bool must_rest(const Budget& budget) const override {
    return harvest_.misjudged() || short_of_memory(budget);
  }
  bool overhaul(const Budget& budget) override;
  void evaluate(Job& job, const Budget& budget) const override { evaluation_.evaluate(job, budget); }

  // A part of a run, without proofs.
  SearchEnd sample(const Budget& budget);
  SearchEnd run_in_rounds(const Budget& budget);
  void verify(const Budget& budget);
  void reopen(StageId id);
  bool short_of_memory(const Budget& budget) const;
  void recycle();
  void restart_as_general();
  bool decided() const;
  void plant(const State& state);
  bool turn_to(const State& state);
  StageId find(const State& state, std::uint32_t depth, symmetry::Element& frame) const;
  std::vector<std::vector<std::int32_t>> legal_at(const State& state) const;
  std::vector<std::vector<std::int32_t>> legal_at_position(const State& state) const;
  ExpanderFactory usual_expanders() const;
  EvaluatorFactory usual_evaluators() const;

  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t role_;
  std::shared_ptr<const Positions> positions_;  // null: positions are states
  Options options_;
  Payoffs payoffs_;
  PolicyTree tree_;
  Workload workload_;
  Backup backup_;
  std::unique_ptr<Proofs> proofs_;  // if there are any
  Selection selection_;
  Evaluation evaluation_;
  LaterMoves later_moves_;
  Harvest harvest_;
  Report report_;
  Run::Jobs jobs_;

  std::shared_ptr<const symmetry::Canonical> group_;  // null: none
  State root_state_;
  StageId root_ = kNoStage;
  symmetry::Element root_frame_ = symmetry::kIdentity;  // leads from the root's state to its stage
  std::uint32_t root_depth_ = 0;
  std::vector<std::vector<std::int32_t>> root_moves_;  // per role
  std::uint64_t runs_ = 0, seed_ = 0;
  std::uint32_t batch_ = 0;  // playouts of this run's jobs
};

}  // namespace woodstock::search::mac_ucb
