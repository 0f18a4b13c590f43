// What MAC-UCB as printed says of its root: the move with the best expected utility (000 §4.2.2).
#include <algorithm>

#include "search/mac_ucb_2016/mac_ucb_2016.hpp"

namespace woodstock::search::mac_ucb_2016 {

namespace {

constexpr std::size_t kLongestLine = 32;

std::vector<double> points(const std::vector<double>& values) {
  std::vector<double> goals;
  for (const auto value : values) goals.push_back(100 * value);
  return goals;
}

}  // namespace

SearchReport MacUcb2016::report() const {
  SearchReport report;
  report.nodes = tree_.size();
  report.stages = stages_;
  report.samples = samples_;
  report.depth = deepest_;
  report.work = work_;
  if (tree_.size() == 0) return report;
  const auto& root = tree_[0];
  report.proven = root.explored;
  for (const auto move : legal_[role_]) report.moves.push_back({move, 0, {}, false, 0});
  if (root.terminal || root.arms.empty()) {
    if (root.terminal) report.values = points(root.value);
    return report;
  }
  report.values = points(root.value);
  const auto valuation = tree_.valuation(0);
  for (auto& move : report.moves) {
    const auto decisive = valuation.reply(role_, move.move);
    if (!decisive) continue;
    move.values = points(root.arms[*decisive].value);
    move.proven = true;
    for (const auto& arm : root.arms) {
      if (arm.moves[role_] != move.move) continue;
      move.visits += arm.samples;
      move.proven = move.proven && settled(arm);
    }
  }
  const auto better = [&](const MoveReport& a, const MoveReport& b) {
    if (a.values.empty() || b.values.empty()) return a.values.empty() && !b.values.empty();
    return a.values[role_] != b.values[role_] ? a.values[role_] < b.values[role_] : a.visits < b.visits;
  };
  report.chosen =
      static_cast<std::uint32_t>(std::ranges::max_element(report.moves, better) - report.moves.begin());
  if (!report.moves.empty()) report.moves[report.chosen].weight = 1;
  for (StageId id = 0; !tree_[id].arms.empty() && report.line.size() < kLongestLine;) {
    const auto& arm = tree_[id].arms[tree_.valuation(id).principal(tree_.decider(id, role_))];
    auto& joint = report.line.emplace_back();
    for (const auto move : arm.moves)
      joint.push_back(move == stages::StagePolicy::kOpen ? arm.chance_moves[0] : move);
    id = arm.first;
  }
  return report;
}

}  // namespace woodstock::search::mac_ucb_2016
