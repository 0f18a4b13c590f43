// When a stage of a tree is solved: its children are, or enough of them.
#include <algorithm>
#include <cmath>

#include "search/tree.hpp"

namespace woodstock::search {

namespace {

constexpr std::uint64_t kMatrixJoints = 1024;
constexpr double kEqual = 1e-9;

}  // namespace

bool Tree::try_to_solve(NodeIndex index) {
  auto& node = nodes_[index];
  if (node.solved) return true;
  if (node.children.empty()) return false;
  std::int32_t chooser = -1;
  std::uint32_t choosers = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (static_cast<std::int32_t>(role) == engines_.chance_role) continue;
    if (chooser < 0 || node.arm_count(role) > 1) chooser = static_cast<std::int32_t>(role);
    if (node.arm_count(role) > 1) ++choosers;
  }
  if (choosers > 1) return solve_matrix(node, index);
  return chooser >= 0 && solve_for(node, index, static_cast<std::uint32_t>(chooser));
}

// One role chooses, chance may move at the same time: the best expectation.
bool Tree::solve_for(Node& node, NodeIndex index, std::uint32_t role) {
  const auto chance = engines_.chance_role;
  const std::uint32_t events = chance < 0 ? 1 : node.arm_count(static_cast<std::uint32_t>(chance));
  const bool chance_first = chance >= 0 && static_cast<std::uint32_t>(chance) < role;
  const auto arms = node.arm_count(role);
  std::vector<double> best, expected(roles_);
  bool all = true;
  for (std::uint32_t arm = 0; arm < arms; ++arm) {
    std::ranges::fill(expected, 0.0);
    bool known = true;
    for (std::uint32_t event = 0; event < events && known; ++event) {
      const auto child = node.children[chance_first ? event * arms + arm : arm * events + event];
      known = child != kNoNode && nodes_[child].solved;
      if (!known) break;
      for (std::uint32_t r = 0; r < roles_; ++r)
        expected[r] += node.odds.empty() ? sums(child)[r] / events : sums(child)[r] * node.odds[event];
    }
    if (!known) {
      all = false;
    } else if (best.empty() || expected[role] > best[role] + kEqual) {
      best = expected;
    }
  }
  if (best.empty() || (!all && best[role] < engines_.best_reward[role] - kEqual)) return false;
  solved(index, best);
  return true;
}

// Several roles choose at once: solved if all outcomes are alike, or by a saddle point of a two-role game of
// constant sum.
bool Tree::solve_matrix(Node& node, NodeIndex index) {
  if (node.made < node.joints || node.joints > kMatrixJoints) return false;
  bool alike = true;
  const auto first = node.children[0];
  for (const auto child : node.children) {
    if (child == kNoNode || !nodes_[child].solved) return false;
    for (std::uint32_t role = 0; role < roles_ && alike; ++role)
      alike = std::abs(sums(child)[role] - sums(first)[role]) < kEqual;
  }
  if (alike) {
    solved(index, std::vector(sums(first).begin(), sums(first).end()));
    return true;
  }
  std::vector<std::uint32_t> choosing;
  for (std::uint32_t role = 0; role < roles_; ++role)
    if (node.arm_count(role) > 1) choosing.push_back(role);
  if (choosing.size() != 2 ||
      std::ranges::count(choosing, static_cast<std::uint32_t>(engines_.chance_role)) > 0)
    return false;
  const auto a = choosing[0], b = choosing[1];
  const auto rows = node.arm_count(a), columns = node.arm_count(b);
  const double total = sums(first)[a] + sums(first)[b];
  for (const auto child : node.children)
    if (std::abs(sums(child)[a] + sums(child)[b] - total) > kEqual) return false;
  double maximin = -1, minimax = 2;
  NodeIndex saddle = kNoNode;
  for (std::uint32_t row = 0; row < rows; ++row) {
    auto worst = node.children[row * columns];
    for (std::uint32_t column = 1; column < columns; ++column)
      if (const auto child = node.children[row * columns + column]; sums(child)[a] < sums(worst)[a])
        worst = child;
    if (sums(worst)[a] > maximin) {
      maximin = sums(worst)[a];
      saddle = worst;
    }
  }
  for (std::uint32_t column = 0; column < columns; ++column) {
    double most = 0;
    for (std::uint32_t row = 0; row < rows; ++row)
      most = std::max(most, sums(node.children[row * columns + column])[a]);
    minimax = std::min(minimax, most);
  }
  if (minimax - maximin > kEqual) return false;
  solved(index, std::vector(sums(saddle).begin(), sums(saddle).end()));
  return true;
}

}  // namespace woodstock::search
