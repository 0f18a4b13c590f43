#include "search/tree.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <utility>

namespace woodstock::search {

namespace {

constexpr std::uint64_t kFewJoints = 4096;   // children in a vector up to here, in a map beyond
constexpr std::size_t kFewNodes = 50'000;    // not worth sweeping
constexpr std::size_t kManyNodes = 500'000;  // sweeping might take as long as a move

}  // namespace

Tree::Tree(Engines engines)
    : engines_(std::move(engines)), expander_(engines_), roles_(engines_.role_count()) {}

bool Tree::set_root(const State& state) {
  root_frame_ = symmetry::kIdentity;
  root_ = find(state, root_frame_);
  if (root_ == kNoNode) root_ = find_or_make(state);
  // Each time the tree has doubled: so a node costs the same whatever the tree's size.
  const bool due = used_ > 2 * kept_ + kFewNodes && used_ < kManyNodes;
  if (!nodes_[root_].expanded) expand(root_);
  if (due) sweep();
  return due;
}

NodeIndex Tree::find(const State& state) const {
  const auto found = table_.find(state.hash());
  return found != table_.end() && nodes_[found->second].state == state ? found->second : kNoNode;
}

NodeIndex Tree::find_or_make(State state) {
  const auto found = find(state);
  return found != kNoNode ? found : make(std::move(state));
}

NodeIndex Tree::make(State state) {
  NodeIndex index;
  if (free_.empty()) {
    index = static_cast<NodeIndex>(nodes_.size());
    nodes_.emplace_back();
    sums_.resize(nodes_.size() * roles_, 0.0);
  } else {
    index = free_.back();
    free_.pop_back();
    nodes_[index] = Node();
    std::ranges::fill(sums(index), 0.0);
  }
  auto& node = nodes_[index];
  node.state = std::move(state);
  node.used = true;
  table_.emplace(node.state.hash(), index);  // the first of two states with one hash keeps the entry
  ++used_;
  bytes_ += size_of(node) + roles_ * sizeof(double);
  return index;
}

void Tree::settle(NodeIndex index, bool terminal, std::span<const double> rewards) {
  auto& node = nodes_[index];
  if (!terminal || node.solved) return;
  node.terminal = node.expanded = true;
  solved(index, rewards);
}

void Tree::solved(NodeIndex index, std::span<const double> rewards) {
  nodes_[index].solved = true;
  std::ranges::copy(rewards, sums(index).begin());
}

void Tree::expand(NodeIndex index) {
  Stage stage;
  expander_.expand(nodes_[index].state, stage);
  settle(index, stage.terminal, stage.rewards);
  if (stage.terminal) return;
  ++stages_;
  std::vector<NodeIndex> children;
  std::vector<symmetry::Element> frames;
  const bool canonical = this->canonical();
  if (canonical) keys_->set(nodes_[index].state.words());
  for (std::size_t joint = 0; joint < stage.successors.size(); ++joint) {
    auto frame = symmetry::kIdentity;
    const auto child = canonical_child(std::move(stage.successors[joint]), frame);
    if (canonical) frames.push_back(frame);
    settle(child, stage.successor_terminal[joint] != 0,
           std::span(stage.successor_rewards).subspan(joint * roles_, roles_));
    children.push_back(child);
  }
  auto& node = nodes_[index];
  bytes_ -= size_of(node);
  node.first = std::move(stage.first);
  node.arms.reserve(stage.moves.size());
  for (const auto move : stage.moves) node.arms.push_back({move});
  node.joints = 1;
  std::uint32_t choices = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    const std::uint64_t arms = node.arm_count(role);
    node.joints = arms > ~std::uint64_t{0} / node.joints ? ~std::uint64_t{0} : node.joints * arms;
    if (arms > 1) {
      ++choices;
      node.mover = static_cast<std::int16_t>(role);
    }
  }
  if (choices == 0) node.mover = engines_.chance_role == 0 && roles_ > 1 ? 1 : 0;
  if (choices > 1 || node.mover == engines_.chance_role) node.mover = -1;
  if (canonical) {
    const std::unordered_set<NodeIndex> different(children.begin(), children.end());
    benefit_.add(children.size(), children.size() - different.size());
  }
  node.made = static_cast<std::uint32_t>(children.size());
  node.children = std::move(children);
  node.odds = std::move(stage.odds);
  if (std::ranges::any_of(frames, [](auto frame) { return frame != symmetry::kIdentity; })) {
    node.images = std::make_unique<Images>();
    node.images->frames = std::move(frames);
    if (node.mover >= 0) merge_alike(node);
  }
  if (node.children.empty() && node.joints <= kFewJoints) node.children.assign(node.joints, kNoNode);
  node.expanded = true;
  bytes_ += size_of(node);
  if (node.made > 0) try_to_solve(index);
}

std::uint64_t Tree::joint_number(const Node& node, std::span<const std::uint32_t> arms) const {
  std::uint64_t number = 0;
  for (std::uint32_t role = 0; role < roles_; ++role)
    number = number * node.arm_count(role) + (arms[role] - node.first[role]);
  return number;
}

NodeIndex Tree::known_child(NodeIndex index, std::uint64_t joint) const {
  const auto& node = nodes_[index];
  if (!node.children.empty()) return node.children[joint];
  const auto found = node.sparse_children.find(joint);
  return found == node.sparse_children.end() ? kNoNode : found->second;
}

NodeIndex Tree::child(NodeIndex index, std::span<const std::uint32_t> arms) {
  const auto joint = joint_number(nodes_[index], arms);
  if (const auto known = known_child(index, joint); known != kNoNode) return known;
  std::vector<std::uint32_t> moves(roles_);
  for (std::uint32_t role = 0; role < roles_; ++role) moves[role] = nodes_[index].arms[arms[role]].move;
  Stage stage;
  auto frame = symmetry::kIdentity;
  auto successor = expander_.successor(nodes_[index].state, moves, stage);
  const auto before = used_;
  const bool canonical = this->canonical();
  if (canonical) keys_->set(successor.words());
  const auto child = canonical_child(std::move(successor), frame);
  // Its siblings are not known together: any image will do.
  if (canonical) benefit_.add(1, used_ == before && frame != symmetry::kIdentity ? 1 : 0);
  settle(child, stage.terminal, stage.rewards);
  link(nodes_[index], joint, child, frame);
  return child;
}

void Tree::link(Node& node, std::uint64_t joint, NodeIndex child, symmetry::Element frame) {
  ++node.made;
  bytes_ -= size_of(node);
  if (!node.children.empty())
    node.children[joint] = child;
  else
    node.sparse_children.emplace(joint, child);
  set_frame(node, joint, frame);
  bytes_ += size_of(node);
}

bool Tree::may_recycle(const Budget& budget) const {
  if (!budget.deadline) return true;
  const std::chrono::duration<double> left = *budget.deadline - Budget::Time::now();
  return left.count() > 2 * recycling_seconds_ * static_cast<double>(used_);
}

void Tree::recycle(std::size_t memory) {
  const auto begin = Budget::Time::now();
  const auto before = static_cast<double>(used_);
  sweep();
  std::vector<std::uint32_t> visits;
  while (bytes_ > memory / 2 && used_ > 1) {
    visits.clear();
    for (NodeIndex i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].used && i != root_) visits.push_back(nodes_[i].visits);
    const auto median = visits.begin() + static_cast<std::ptrdiff_t>(visits.size() / 2);
    std::ranges::nth_element(visits, median);
    prune(*median + 1);
    sweep();
  }
  const std::chrono::duration<double> spent = Budget::Time::now() - begin;
  recycling_seconds_ = std::max(recycling_seconds_ / 2, spent.count() / before);
}

// Cuts the links to children with fewer visits; their parents keep what they learnt.
void Tree::prune(std::uint32_t fewest_visits) {
  const auto goes = [&](NodeIndex child) {
    return child != kNoNode && child != root_ && nodes_[child].visits < fewest_visits;
  };
  for (auto& node : nodes_) {
    if (!node.used) continue;
    for (auto& child : node.children)
      if (goes(child)) {
        child = kNoNode;
        --node.made;
      }
    if (node.sparse_children.empty()) continue;
    bytes_ -= size_of(node);
    std::erase_if(node.sparse_children, [&](const auto& entry) { return goes(entry.second); });
    node.made = static_cast<std::uint32_t>(node.sparse_children.size());
    bytes_ += size_of(node);
  }
}

void Tree::sweep() {
  std::vector<std::uint8_t> reached(nodes_.size(), 0);
  std::vector<NodeIndex> stack{root_};
  reached[root_] = 1;
  const auto reach = [&](NodeIndex child) {
    if (child == kNoNode || reached[child]) return;
    reached[child] = 1;
    stack.push_back(child);
  };
  while (!stack.empty()) {
    const auto& node = nodes_[stack.back()];
    stack.pop_back();
    for (const auto child : node.children) reach(child);
    for (const auto& [joint, child] : node.sparse_children) reach(child);
  }
  for (NodeIndex i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].used && !reached[i]) release(i);
  kept_ = used_;
}

void Tree::release(NodeIndex index) {
  auto& node = nodes_[index];
  bytes_ -= size_of(node) + roles_ * sizeof(double);
  if (const auto found = table_.find(node.state.hash()); found != table_.end() && found->second == index)
    table_.erase(found);
  node = Node();
  free_.push_back(index);
  --used_;
}

std::size_t Tree::size_of(const Node& node) {
  constexpr std::size_t kTableEntry = 48, kMapEntry = 48;
  const std::size_t words = node.state.word_count();
  return sizeof(Node) + kTableEntry + (words > 4 ? words * sizeof(std::uint64_t) + 16 : 0) +
         node.arms.capacity() * sizeof(Arm) + node.first.capacity() * sizeof(std::uint32_t) +
         node.children.capacity() * sizeof(NodeIndex) + node.odds.capacity() * sizeof(float) +
         node.sparse_children.size() * kMapEntry +
         (node.images ? sizeof(Images) + node.images->frames.capacity() * sizeof(symmetry::Element) +
                            node.images->alike.capacity() * sizeof(Images::Alike) +
                            node.images->sparse_frames.size() * kMapEntry
                      : 0);
}

}  // namespace woodstock::search
