// A tree of canonical states: frames of links, moves that are alike.
#include <unordered_map>

#include "search/tree.hpp"

namespace woodstock::search {

using symmetry::Element;
using symmetry::kIdentity;

void Tree::set_symmetry(std::shared_ptr<const symmetry::Canonical> group) {
  forget_all();
  group_ = group && !group->trivial() ? std::move(group) : nullptr;
  benefit_ = {};
  keys_ = group_ ? std::make_unique<symmetry::ImageKeys>(*group_) : nullptr;
  image_.resize(group_ ? group_->word_count() : 0);
}

void Tree::forget_all() {
  for (NodeIndex i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].used) release(i);
  root_ = kNoNode;
}

bool Tree::turn_to(const State& state) {
  if (!group_ || (root_ != kNoNode && nodes_[root_].state == state)) return false;
  Stage stage;
  expander_.expand(state, stage);
  std::vector<std::uint32_t> moves;
  for (std::uint32_t role = 0; role < roles_ && !stage.terminal; ++role)
    if (stage.first[role + 1] - stage.first[role] > 1)
      for (auto m = stage.first[role]; m < stage.first[role + 1]; ++m)
        moves.push_back(engines_.role_begin[role] + stage.moves[m]);
  if (!benefit_.turn_to(moves.size(), group_->orbits(state.words(), moves))) return false;
  forget_all();
  return true;
}

NodeIndex Tree::find(const State& state, Element& frame) const {
  frame = kIdentity;
  if (!canonical()) return find(state);
  std::vector<std::uint64_t> image(group_->word_count());
  const auto element = group_->least(state.words(), image);
  const auto form = find(State::of_words(state.fluent_count(), image));
  if (form == kNoNode) return find(state);  // a root that a tree began with
  frame = element;
  return form;
}

// The node of a successor of the state whose keys are set; `frame` leads from the successor to it.
NodeIndex Tree::canonical_child(State state, Element& frame) {
  if (!canonical()) return find_or_make(std::move(state));
  frame = keys_->least(state.words());
  if (frame == kIdentity) return find_or_make(std::move(state));
  (*group_)[frame].map(state.words(), image_);
  return find_or_make(State::of_words(state.fluent_count(), image_));
}

Element Tree::frame(const Node& node, std::uint64_t joint) const {
  if (!node.images) return kIdentity;
  if (!node.images->frames.empty()) return node.images->frames[joint];
  const auto found = node.images->sparse_frames.find(joint);
  return found == node.images->sparse_frames.end() ? kIdentity : found->second;
}

void Tree::set_frame(Node& node, std::uint64_t joint, Element frame) {
  if (node.images && !node.images->frames.empty()) {
    node.images->frames[joint] = frame;
    return;
  }
  if (frame == kIdentity) {
    if (node.images) node.images->sparse_frames.erase(joint);
    return;
  }
  if (!node.images) node.images = std::make_unique<Images>();
  node.images->sparse_frames[joint] = frame;
}

std::uint32_t Tree::before(Element frame, std::uint32_t role, std::uint32_t move) const {
  if (frame == kIdentity) return move;
  return group_->move_back(frame, engines_.role_begin[role] + move) - engines_.role_begin[role];
}

std::uint32_t Tree::after(Element frame, std::uint32_t role, std::uint32_t move) const {
  if (frame == kIdentity) return move;
  return group_->move(frame, engines_.role_begin[role] + move) - engines_.role_begin[role];
}

// Of the only mover's arms that lead to one node the first stands for all.
void Tree::merge_alike(Node& node) {
  const auto mover = static_cast<std::uint32_t>(node.mover);
  const auto begin = node.first[mover];
  auto& images = *node.images;
  std::unordered_map<NodeIndex, std::uint32_t> arm_of;
  std::uint32_t kept = 0;
  for (std::uint32_t k = 0; k < node.children.size(); ++k) {
    const auto child = node.children[k];
    const auto [entry, fresh] = arm_of.try_emplace(child, begin + kept);
    if (!fresh) {
      images.alike.push_back({node.arms[begin + k].move, entry->second, images.frames[k]});
      continue;
    }
    node.arms[begin + kept] = node.arms[begin + k];
    node.children[kept] = child;
    images.frames[kept] = images.frames[k];
    ++kept;
  }
  const auto dropped = static_cast<std::uint32_t>(node.children.size()) - kept;
  if (dropped == 0) return;
  const auto end = node.arms.begin() + begin;
  node.arms.erase(end + kept, end + kept + dropped);
  for (auto role = mover + 1; role < node.first.size(); ++role) node.first[role] -= dropped;
  node.children.resize(kept);
  images.frames.resize(kept);
  node.joints = kept;
  node.made = kept;
}

}  // namespace woodstock::search
