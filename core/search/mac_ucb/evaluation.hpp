// A batch of MAC-UCB's leaves is looked at: their stages are solved, and an evaluator says what the
// successors are worth. Nothing here touches the tree, so any number of threads may do it, each with a job of
// its own.
#pragma once

#include <cstdint>
#include <memory>

#include "lanes/lanes.hpp"
#include "search/budget.hpp"
#include "search/evaluator.hpp"
#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/payoffs.hpp"
#include "search/stage_expander.hpp"

namespace woodstock::search::mac_ucb {

class Evaluation {
 public:
  // `threats`: successors in which the role to move wins at once are looked for. Positions that are not
  // states have none.
  Evaluation(const Options& options, const Payoffs& payoffs, std::shared_ptr<const lanes::Lanes> lanes,
             ExpanderFactory expanders, EvaluatorFactory evaluators, bool threats = true)
      : options_(options),
        payoffs_(payoffs),
        lanes_(std::move(lanes)),
        expanders_(std::move(expanders)),
        evaluators_(std::move(evaluators)),
        threats_(threats) {}

  // Leaves the job incomplete if the budget's time runs out.
  void evaluate(Job& job, const Budget& budget) const;
  // Playouts of each of a stage's successors, in a job with this `scale` and `most` for the stage.
  std::uint32_t playouts_each(std::uint32_t successors, double scale, std::uint32_t most) const;

 private:
  bool expand(Leaf& leaf, Job& job, std::uint64_t seed, const Budget& budget) const;
  void find_threats(Leaf& leaf, Job& job) const;
  static void find_images(Job& job);
  void name_successors(Leaf& leaf) const;
  void ask_arm(const Leaf& leaf, std::uint32_t number, Job& job) const;
  void ask_successors(Leaf& leaf, std::uint32_t number, Job& job) const;

  const Options& options_;
  const Payoffs& payoffs_;
  std::shared_ptr<const lanes::Lanes> lanes_;
  ExpanderFactory expanders_;
  EvaluatorFactory evaluators_;
  bool threats_;
};

// An expansion for the tree, without successors: how the joint actions stand, who decides and where chance
// is.
std::unique_ptr<Expansion> shape_of(const lanes::LaneExpansion& found, const circuit::Circuit& circuit,
                                    const Payoffs& payoffs);

}  // namespace woodstock::search::mac_ucb
