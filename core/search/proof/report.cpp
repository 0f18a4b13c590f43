// What a search for forced results tells of its root, move by move.
#include <algorithm>

#include "search/proof/proof.hpp"

namespace woodstock::search::proof {

Report ProofSearch::report() {
  Report report;
  const auto goal = [](Value value) { return static_cast<double>(value) / Prover::kScale; };
  report.least = goal(least_);
  report.most = goal(most_);
  report.depth = std::min(depth_[0], depth_[1]);
  report.nodes = nodes() - nodes_before_;
  report.decided = decided();
  report.against = against_;
  const auto words = maker_.words();
  for (std::uint32_t own = 0; own < moves_.size(); ++own) {
    const auto& move = moves_[own];
    auto& entry = report.moves.emplace_back();
    entry.move = number_of(own);
    entry.low = goal(move.bound[0]);
    entry.high = goal(move.bound[1]);
    entry.low_depth = move.shown[0];
    entry.high_depth = move.shown[1];
    entry.depth = std::min(move.searched[0], move.searched[1]);
    entry.nodes = move.nodes;
    if (!won(move) && !lost(move)) continue;
    const auto side = won(move) ? 0U : 1U;
    const auto reply = std::size_t{move.reply[side]};
    const auto* moves = root_.moves.data() + reply * roles_;
    entry.line.emplace_back(moves, moves + roles_);
    if (!root_.terminals[reply])
      provers_[side].follow({root_.states.data() + reply * words, root_.states.data() + (reply + 1) * words},
                            table_, entry.line);
  }
  return report;
}

}  // namespace woodstock::search::proof
