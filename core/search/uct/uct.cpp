#include "search/uct/uct.hpp"

#include <cmath>

namespace woodstock::search::uct {

void Uct::prepare_scores(const Path&, NodeIndex node, std::uint32_t) {
  log_visits_ = std::log(tree_[node].visits + 1.0);
}

double Uct::score(const Arm& arm, double value) const {
  return value + exploration_ * std::sqrt(log_visits_ / (arm.visits + 1.0));
}

}  // namespace woodstock::search::uct
