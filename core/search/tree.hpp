// The tree of stages that the searches grow: nodes by state (a transposition table makes it a graph), an arm
// per legal move and role, children by joint move, exact values where a subtree is completely explored.
//
// "We also added a cache to UCT, allowing it to know in advance the subtrees already explored" (Koriche et
// al. 2016, §5.1 and §4.4): a stage is solved if it is terminal, if the role to move reaches its best goal,
// or if all joint moves lead to solved stages and their values decide it; a solved stage is never sampled
// again.
//
// With symmetries (Koriche et al. 2017, IJCAI, §5: UCT-SYM, GRAVE-SYM) nodes hold canonical states. A link
// then has a frame, the element that turns the successor into its node's state: a move m of the node is
// called frame⁻¹(m) above. Of the arms of a single mover that lead to one node the first is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/state.hpp"
#include "search/budget.hpp"
#include "search/engines.hpp"
#include "search/expander.hpp"
#include "symmetry/benefit.hpp"
#include "symmetry/canonical.hpp"
#include "symmetry/image_keys.hpp"

namespace woodstock::search {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = std::numeric_limits<NodeIndex>::max();

// A legal move of a role at a stage, with what its bandit knows.
struct Arm {
  std::uint32_t move;
  std::uint32_t visits = 0;
  double sum = 0;  // of the role's own rewards
};

// What symmetry adds to a node.
struct Images {
  // A move that leads to the same node as an arm.
  struct Alike {
    std::uint32_t move, arm;
    symmetry::Element frame;
  };
  std::vector<symmetry::Element> frames;  // by joint number, as the children
  std::unordered_map<std::uint64_t, symmetry::Element> sparse_frames;
  std::vector<Alike> alike;
};

struct Node {
  State state;
  std::vector<Arm> arms;             // role by role; empty until expanded
  std::vector<std::uint32_t> first;  // role r has arms first[r] … first[r + 1] - 1
  std::vector<NodeIndex> children;   // by joint number, where they are few
  std::unordered_map<std::uint64_t, NodeIndex> sparse_children;
  std::unique_ptr<Images> images;  // if there are any
  std::vector<float> odds;         // of chance's arms where they are not equally likely
  std::uint64_t joints = 0;
  std::uint32_t visits = 0;
  std::uint32_t made = 0;   // children that exist
  std::int16_t mover = -1;  // the only role with a choice; -1: none or several
  bool terminal = false;
  bool solved = false;
  bool expanded = false;
  bool used = false;

  std::uint32_t arm_count(std::uint32_t role) const { return first[role + 1] - first[role]; }
};

class Tree {
 public:
  explicit Tree(Engines engines);

  std::uint32_t role_count() const { return roles_; }
  std::int32_t chance_role() const { return engines_.chance_role; }
  NodeIndex root() const { return root_; }
  bool has_root() const { return root_ != kNoNode; }
  const Node& operator[](NodeIndex node) const { return nodes_[node]; }
  Node& operator[](NodeIndex node) { return nodes_[node]; }
  // Per role: the sum of the rewards (0 to 1) of all visits, or the exact rewards of a solved node.
  std::span<const double> sums(NodeIndex node) const {
    return {sums_.data() + std::size_t{node} * roles_, roles_};
  }
  std::span<double> sums(NodeIndex node) { return {sums_.data() + std::size_t{node} * roles_, roles_}; }
  // The mean reward of a role; `unknown` without a visit.
  double mean(NodeIndex node, std::uint32_t role, double unknown) const {
    const auto& n = nodes_[node];
    if (n.solved) return sums(node)[role];
    return n.visits == 0 ? unknown : sums(node)[role] / n.visits;
  }
  std::size_t node_count() const { return used_; }
  std::uint64_t stages() const { return stages_; }
  std::size_t bytes() const { return bytes_; }

  // The node of a state, if there is one.
  NodeIndex find(const State& state) const;
  // Forgets all nodes.
  void set_symmetry(std::shared_ptr<const symmetry::Canonical> group);
  const symmetry::Canonical* group() const { return group_.get(); }
  const symmetry::Benefit& benefit() const { return benefit_; }
  // A state about to become the root decides whether nodes are canonical. True if that changes: then all are
  // forgotten.
  bool turn_to(const State& state);
  // The node of a state, or where nodes are canonical of its form, and the element that leads there.
  NodeIndex find(const State& state, symmetry::Element& frame) const;
  symmetry::Element root_frame() const { return root_frame_; }
  symmetry::Element frame(const Node& node, std::uint64_t joint) const;
  // A role's move as it is called before a frame, and after it.
  std::uint32_t before(symmetry::Element frame, std::uint32_t role, std::uint32_t move) const;
  std::uint32_t after(symmetry::Element frame, std::uint32_t role, std::uint32_t move) const;
  // True if stages were freed that cannot be reached any more.
  bool set_root(const State& state);
  // Legal moves, and the successors if the lanes give them at once. Solves the node where that decides it.
  void expand(NodeIndex node);
  // The child after these arms (one index into `arms` per role), made if need be.
  NodeIndex child(NodeIndex node, std::span<const std::uint32_t> arms);
  // The same where it exists already, else kNoNode.
  NodeIndex known_child(NodeIndex node, std::uint64_t joint) const;
  std::uint64_t joint_number(const Node& node, std::span<const std::uint32_t> arms) const;
  // The child that an arm of the only role with a choice leads to, if it exists.
  NodeIndex only_child(const Node& node, std::uint32_t arm) const {
    return node.children.empty() ? kNoNode
                                 : node.children[arm - node.first[static_cast<std::uint32_t>(node.mover)]];
  }
  // Whether the children's exact values decide the node; if so it becomes solved.
  bool try_to_solve(NodeIndex node);
  // What a tree may take: beyond that it is recycled.
  static std::size_t allowance(const Budget& budget) { return budget.memory / 10 * 9; }
  // Drops from a map by node the entries of stages that were freed: their indices will be given again.
  template <typename Map>
  void forget_the_freed(Map& entries) const {
    std::erase_if(entries, [&](const auto& entry) { return !nodes_[entry.first].used; });
  }
  // Whether recycling now would end well before the deadline.
  bool may_recycle(const Budget& budget) const;
  // Frees stages that the root no longer reaches, and of the rest the least visited, until the tree takes
  // less than half of `memory`. Indices other than the root's are void afterwards.
  void recycle(std::size_t memory);

 private:
  NodeIndex find_or_make(State state);
  bool canonical() const { return group_ && benefit_.used(); }
  void forget_all();
  NodeIndex canonical_child(State state, symmetry::Element& frame);
  void merge_alike(Node& node);
  NodeIndex make(State state);
  void settle(NodeIndex node, bool terminal, std::span<const double> rewards);
  void link(Node& node, std::uint64_t joint, NodeIndex child, symmetry::Element frame);
  void set_frame(Node& node, std::uint64_t joint, symmetry::Element frame);
  bool solve_for(Node& node, NodeIndex index, std::uint32_t role);
  bool solve_matrix(Node& node, NodeIndex index);
  void solved(NodeIndex index, std::span<const double> rewards);
  void prune(std::uint32_t fewest_visits);
  void sweep();
  void release(NodeIndex node);
  static std::size_t size_of(const Node& node);

  Engines engines_;
  Expander expander_;
  std::uint32_t roles_;
  std::deque<Node> nodes_;  // grows without moving
  std::vector<double> sums_;
  std::vector<NodeIndex> free_;
  std::unordered_map<std::uint64_t, NodeIndex> table_;
  NodeIndex root_ = kNoNode;
  std::size_t used_ = 0;
  std::size_t bytes_ = 0;
  std::uint64_t stages_ = 0;
  std::size_t kept_ = 0;                              // nodes when last swept
  double recycling_seconds_ = 1e-6;                   // per node, as measured
  std::shared_ptr<const symmetry::Canonical> group_;  // null: none
  std::unique_ptr<symmetry::ImageKeys> keys_;
  symmetry::Benefit benefit_;
  symmetry::Element root_frame_ = symmetry::kIdentity;
  std::vector<std::uint64_t> image_;
};

}  // namespace woodstock::search
