#include "search/report.hpp"

#include <algorithm>
#include <initializer_list>

namespace woodstock::search {

namespace {

constexpr std::size_t kLongestLine = 16;

// The mean rewards of a role's arm over the children it may lead to, and whether they are all exact.
struct Outlook {
  std::vector<double> rewards;
  bool exact = false;
};

Outlook outlook(const Tree& tree, NodeIndex index, std::uint32_t role, std::uint32_t arm) {
  const auto& node = tree[index];
  Outlook result{std::vector<double>(tree.role_count(), 0), true};
  double weight = 0;
  const auto add = [&](std::uint64_t joint, NodeIndex child) {
    std::uint64_t stride = 1;
    for (auto r = role + 1; r < tree.role_count(); ++r) stride *= node.arm_count(r);
    if (joint / stride % node.arm_count(role) != arm - node.first[role]) return;
    const bool solved = child != kNoNode && tree[child].solved;
    result.exact = result.exact && solved;
    if (child == kNoNode || (!solved && tree[child].visits == 0)) return;
    const double share = solved ? std::max(1U, tree[child].visits) : tree[child].visits;
    weight += share;
    for (std::uint32_t r = 0; r < tree.role_count(); ++r) result.rewards[r] += share * tree.mean(child, r, 0);
  };
  for (std::uint64_t joint = 0; joint < node.children.size(); ++joint) add(joint, node.children[joint]);
  for (const auto& [joint, child] : node.sparse_children) add(joint, child);
  result.exact = result.exact && node.mover == static_cast<std::int32_t>(role) && !node.children.empty();
  if (weight == 0) return {};
  for (auto& reward : result.rewards) reward /= weight;
  return result;
}

// The arm that a role is expected to choose: its most visited, unless an exact one is better.
std::uint32_t expected(const Tree& tree, NodeIndex index, std::uint32_t role) {
  const auto& node = tree[index];
  const bool decides = node.mover == static_cast<std::int32_t>(role);
  const auto exact = [&](std::uint32_t arm) {
    const auto child = decides ? tree.only_child(node, arm) : kNoNode;
    return child != kNoNode && tree[child].solved;
  };
  const auto value = [&](std::uint32_t arm) {
    const auto child = decides ? tree.only_child(node, arm) : kNoNode;
    const double own = node.arms[arm].visits > 0 ? node.arms[arm].sum / node.arms[arm].visits : -1;
    return child == kNoNode ? own : tree.mean(child, role, own);
  };
  std::int64_t visited = -1, solved = -1;
  for (auto arm = node.first[role]; arm < node.first[role + 1]; ++arm) {
    auto& best = exact(arm) ? solved : visited;
    if (best < 0) {
      best = arm;
      continue;
    }
    const auto rival = static_cast<std::uint32_t>(best);
    const bool better =
        exact(arm) ? value(arm) > value(rival) : node.arms[arm].visits > node.arms[rival].visits;
    if (better) best = arm;
  }
  if (visited < 0) return static_cast<std::uint32_t>(solved);
  if (solved < 0) return static_cast<std::uint32_t>(visited);
  const auto known = value(static_cast<std::uint32_t>(solved)),
             guess = value(static_cast<std::uint32_t>(visited));
  return static_cast<std::uint32_t>(known >= guess ? solved : visited);
}

// The root's moves of a role as they are called in the state that was asked about, those alike included.
void list_moves(const Tree& tree, std::uint32_t role, std::uint32_t chosen, SearchReport& report) {
  const auto& root = tree[tree.root()];
  const auto frame = tree.root_frame();
  for (auto arm = root.first[role]; arm < root.first[role + 1]; ++arm) {
    auto [rewards, exact] = outlook(tree, tree.root(), role, arm);
    for (auto& reward : rewards) reward *= 100;
    report.moves.push_back({tree.before(frame, role, root.arms[arm].move), root.arms[arm].visits,
                            std::move(rewards), exact, arm == chosen ? 1.0 : 0.0});
  }
  report.chosen = chosen - root.first[role];
  if (tree.group() == nullptr) return;
  const auto played = report.moves[report.chosen].move;
  if (root.images && root.mover == static_cast<std::int32_t>(role))
    for (const auto& alike : root.images->alike) {
      auto entry = report.moves[alike.arm - root.first[role]];
      entry.move = tree.before(frame, role, alike.move);
      entry.weight = 0;
      report.moves.push_back(std::move(entry));
    }
  std::ranges::sort(report.moves, {}, &MoveReport::move);
  report.chosen = static_cast<std::uint32_t>(std::ranges::find(report.moves, played, &MoveReport::move) -
                                             report.moves.begin());
}

// The line that the arms expect, its moves called as in the state that was asked about.
void follow(const Tree& tree, SearchReport& report) {
  const auto roles = tree.role_count();
  auto node = tree.root();
  std::vector<symmetry::Element> frames{tree.root_frame()};
  std::vector<std::uint32_t> arms(roles);
  while (node != kNoNode && !tree[node].arms.empty() && report.line.size() < kLongestLine &&
         (tree[node].visits > 0 || tree[node].solved)) {
    auto& joint = report.line.emplace_back();
    for (std::uint32_t role = 0; role < roles; ++role) {
      arms[role] = expected(tree, node, role);
      auto move = tree[node].arms[arms[role]].move;
      for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
        move = tree.before(*frame, role, move);
      joint.push_back(move);
    }
    const auto number = tree.joint_number(tree[node], arms);
    frames.push_back(tree.frame(tree[node], number));
    node = tree.known_child(node, number);
  }
}

}  // namespace

SearchReport report_of(const Tree& tree, std::uint32_t role) {
  SearchReport report;
  if (!tree.has_root()) return report;
  const auto roles = tree.role_count();
  const auto& root = tree[tree.root()];
  report.nodes = tree.node_count();
  report.stages = tree.stages();
  report.proven = root.solved;
  for (std::uint32_t r = 0; r < roles && (root.solved || root.visits > 0); ++r)
    report.values.push_back(100 * tree.mean(tree.root(), r, 0));
  if (root.arms.empty()) return report;
  list_moves(tree, role, expected(tree, tree.root(), role), report);
  follow(tree, report);
  return report;
}

namespace {

// The state that frames one after the other led from.
State turned_back(const Tree& tree, const State& state, std::initializer_list<symmetry::Element> frames) {
  auto result = state;
  std::vector<std::uint64_t> image(state.word_count());
  for (const auto frame : frames)
    if (frame != symmetry::kIdentity) {
      (*tree.group())[tree.group()->inverse(frame)].map(result.words(), image);
      result = State::of_words(state.fluent_count(), image);
    }
  return result;
}

}  // namespace

std::vector<Successor> successors_of(const Tree& tree, NodeIndex index, symmetry::Element frame) {
  const auto& node = tree[index];
  std::vector<Successor> found;
  if (!node.expanded) return found;
  std::vector<std::uint64_t> joints;
  if (node.children.empty()) {
    for (const auto& entry : node.sparse_children) joints.push_back(entry.first);
    std::sort(joints.begin(), joints.end());
  } else {
    for (std::uint64_t joint = 0; joint < node.children.size(); ++joint) joints.push_back(joint);
  }
  const auto roles = tree.role_count();
  for (const auto joint : joints) {
    const auto child = tree.known_child(index, joint);
    if (child == kNoNode) continue;
    Successor successor{.moves = std::vector<std::int32_t>(roles, -1),
                        .state = turned_back(tree, tree[child].state, {tree.frame(node, joint), frame}),
                        .values = {}};
    auto rest = joint;
    for (auto role = roles; role-- > 0; rest /= node.arm_count(role))
      successor.moves[role] = static_cast<std::int32_t>(
          tree.before(frame, role, node.arms[node.first[role] + rest % node.arm_count(role)].move));
    successor.samples = tree[child].visits;
    successor.proven = tree[child].solved;
    if (successor.samples > 0 || successor.proven)
      for (std::uint32_t role = 0; role < roles; ++role)
        successor.values.push_back(100 * tree.mean(child, role, 0));
    found.push_back(std::move(successor));
  }
  if (!node.images) return found;
  for (const auto& alike : node.images->alike) {
    const auto mover = static_cast<std::uint32_t>(node.mover);
    const auto child = tree.only_child(node, alike.arm);
    if (child == kNoNode) continue;
    const auto arm = static_cast<std::int32_t>(tree.before(frame, mover, node.arms[alike.arm].move));
    auto successor =
        *std::ranges::find_if(found, [&](const Successor& each) { return each.moves[mover] == arm; });
    successor.moves[mover] = static_cast<std::int32_t>(tree.before(frame, mover, alike.move));
    successor.state = turned_back(tree, tree[child].state, {alike.frame, frame});
    found.push_back(std::move(successor));
  }
  std::ranges::sort(found, {}, &Successor::moves);
  return found;
}

}  // namespace woodstock::search
