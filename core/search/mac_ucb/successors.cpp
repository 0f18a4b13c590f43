// The policy tree, to be walked from outside.
#include "search/mac_ucb/mac_ucb.hpp"

namespace woodstock::search::mac_ucb {

std::vector<Successor> MacUcb::successors(const State& state, std::uint32_t depth) const {
  std::vector<Successor> found;
  const auto id = tree_.find(state.words(), root_depth_ + depth);
  if (id == kNoStage || !tree_[id].expansion) return found;
  const auto& expansion = *tree_[id].expansion;
  const auto roles = lanes_->circuit().role_count();
  for (std::uint32_t action = 0; action < expansion.children.size(); ++action) {
    const auto child = expansion.children[action];
    if (child == kNoStage) continue;
    Successor successor{
        .moves = {},
        .state = State::of_words(state.fluent_count(), tree_.words(child).first(state.word_count())),
        .values = {}};
    for (std::uint32_t role = 0; role < roles; ++role)
      successor.moves.push_back(expansion.move(role, action));
    successor.samples = tree_[child].samples;
    successor.proven = tree_[child].solved;
    if (successor.samples > 0 || successor.proven) {
      successor.values.assign(roles, 0);
      for (const auto role : payoffs_.players())
        successor.values[role] = 100 * payoffs_.utility(role, tree_.value(child));
    }
    found.push_back(std::move(successor));
  }
  return found;
}

}  // namespace woodstock::search::mac_ucb
