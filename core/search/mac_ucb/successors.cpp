// The policy tree, to be walked from outside.
#include "search/mac_ucb/mac_ucb.hpp"

namespace woodstock::search::mac_ucb {

std::vector<Successor> MacUcb::successors(const State& state, std::uint32_t depth) const {
  std::vector<Successor> found;
  symmetry::Element frame;
  const auto id = find(state, root_depth_ + depth, frame);
  if (id == kNoStage || !tree_[id].expansion) return found;
  const auto& expansion = *tree_[id].expansion;
  const auto roles = lanes_->circuit().role_count();
  Frames frames{group_.get(), {}};
  for (std::uint32_t role = 0; role < roles; ++role)
    frames.role_begin.push_back(lanes_->circuit().role_begin(role));
  std::vector<std::uint64_t> words, image;
  // The words of a stage before the frame of its link and that of the stage above.
  const auto turned_back = [&](StageId child, symmetry::Element link) {
    const auto own = tree_.words(child).first(state.word_count());
    words.assign(own.begin(), own.end());
    for (const auto each : {link, frame}) {
      if (each == symmetry::kIdentity) continue;
      image.resize(words.size());
      (*group_)[group_->inverse(each)].map(words, image);
      words.swap(image);
    }
    return State::of_words(state.fluent_count(), words);
  };
  for (std::uint32_t action = 0; action < expansion.children.size(); ++action) {
    const auto child = expansion.children[action];
    if (child == kNoStage) continue;
    Successor successor{.moves = {}, .state = turned_back(child, expansion.frame(action)), .values = {}};
    for (std::uint32_t role = 0; role < roles; ++role)
      successor.moves.push_back(frames.before(frame, role, expansion.move(role, action)));
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
