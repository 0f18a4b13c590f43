// Uniform random playouts whose legal moves come from the network (000 §4.2.2): each state is injected, made
// singleton arc consistent, and what is left of the action variables are the legal moves.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/deadline.hpp"
#include "base/random.hpp"
#include "base/state.hpp"
#include "search/mac_ucb_2016/explored.hpp"
#include "stages/solver.hpp"

namespace woodstock::search::mac_ucb_2016 {

class NetworkPlayouts {
 public:
  // Without `singleton` arc consistency has to do. `explored` may be null.
  NetworkPlayouts(std::shared_ptr<const stages::StageTemplate> stage, csp::Filter filter,
                  std::uint32_t horizon, bool singleton, Explored* explored)
      : solver_(std::move(stage), csp::Search::Inference::arc_consistency, filter),
        horizon_(horizon),
        singleton_(singleton),
        explored_(explored) {}

  // The rewards of one playout, 0 to 1 per role; zero for all if it is not over at the horizon (003 §5.1).
  // Throws OutOfTime.
  void run(const State& from, Random& random, const Deadline& deadline, std::vector<double>& rewards);
  // Whether a state is terminal, and its rewards if so.
  bool over(const State& state, std::vector<double>& rewards);
  // False for a state that is over, with the rewards; else the legal moves of every role.
  bool legal(const State& state, const Deadline& deadline, std::vector<double>& rewards,
             std::vector<std::vector<std::uint32_t>>& moves);

 private:
  struct Step {
    std::uint64_t key;
    std::vector<std::uint32_t> counts;
    std::uint32_t joint;
  };
  void remember(std::uint64_t key, const std::vector<double>& rewards);

  stages::StageSolver solver_;
  std::uint32_t horizon_;
  bool singleton_;
  Explored* explored_;
  std::vector<Step> path_;
};

}  // namespace woodstock::search::mac_ucb_2016
