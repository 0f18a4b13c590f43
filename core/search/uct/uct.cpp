#include "search/uct/uct.hpp"

#include <cmath>

#include "search/parallel.hpp"

namespace woodstock::search::uct {

void Uct::prepare_scores(const Path&, NodeIndex node, std::uint32_t) {
  log_visits_ = std::log(tree_[node].visits + 1.0);
}

double Uct::score(const Arm& arm, double value) const {
  return value + exploration_ * std::sqrt(log_visits_ / (arm.visits + 1.0));
}

Kind kind() {
  return Kind::of<Options>("uct", "UCT for many players with a cache of explored subtrees",
                           "Koriche et al. 2016, §5.1; Sturtevant 2008",
                           with_bandit_options<Options>({{"c", &Options::exploration, "reward", 0, kUnbounded,
                                                          "exploration constant, for rewards from 0 to 1"}}),
                           one_a_thread<Uct, Options>());
}

}  // namespace woodstock::search::uct
