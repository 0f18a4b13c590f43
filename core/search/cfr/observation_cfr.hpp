// Counterfactual regret minimisation where players know different things: regrets for each role and all that
// it has observed (Zinkevich, Johanson, Bowling & Piccione 2007), external sampling (Lanctot, Waugh,
// Zinkevich & Bowling 2009).
//
// As in cfr.hpp, the role whose turn it is to learn tries all of its moves, the others' are sampled, and
// random playouts stand for what lies below a limit of depth that grows. Iterations begin at the start of the
// game as long as those come to what the own role has observed: then the mean strategy goes to an equilibrium
// of the whole game. In larger games they begin with what the roles may think possible now
// (information/views.hpp), which is an approximation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/cfr/depth_limit.hpp"
#include "search/cfr/options.hpp"
#include "search/engines.hpp"
#include "search/information/information_search.hpp"
#include "search/information/sets.hpp"
#include "search/opinion.hpp"

namespace woodstock::search::cfr {

class ObservationCfr : public information::InformationSearch, public Opinion {
 public:
  ObservationCfr(const Engines& engines, std::uint32_t role, const Options& options);

  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

  bool expects(std::span<const std::vector<std::uint32_t>> line, std::uint32_t role,
               std::span<const std::uint32_t> moves, std::span<double> odds) override;
  // The mean strategy after what a role has observed, for these moves; uniform where nothing is known.
  void mean_strategy(information::Key key, std::span<const std::uint32_t> moves,
                     std::vector<double>& shares) const;

 private:
  struct Choice {
    std::uint32_t move;
    double regret = 0, average = 0;
  };
  using Sets = information::Sets<Choice>;

  void begin(std::span<const World> worlds) override;
  bool comes_here() const;
  void iterate(const Budget& budget);
  void visit(std::uint32_t depth, const Budget& budget, std::span<double> values);
  void try_all(std::uint32_t depth, const Budget& budget, std::span<const std::uint32_t> own,
               std::vector<std::uint32_t>& joint, std::span<double> values);
  std::uint32_t sampled(information::Key key, std::span<const std::uint32_t> legal);
  void current(Sets::Set& set, std::span<const std::uint32_t> legal);

  Options options_;
  std::uint64_t seed_ = 0;  // of the last run
  Sets sets_;
  std::vector<std::uint32_t> learners_;
  std::uint32_t learner_ = 0;
  bool from_the_start_ = true;
  DepthLimit limit_;
  std::uint64_t leaves_ = 0;  // of the iteration
  bool cut_ = false;          // by the depth limit
  bool late_ = false;         // the iteration ran out of time
  std::vector<double> sigma_;
  std::vector<std::size_t> places_;
  // At the root, as in `Cfr`.
  std::uint64_t tries_ = 0;
  std::uint64_t visits_before_ = 0;  // of the own set, when the root was set
};

}  // namespace woodstock::search::cfr
