#include "lanes/choice.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace woodstock::lanes {

namespace {

using Bits = std::vector<LaneValue>;  // a number per lane, least bit first

LaneValue bit_of(const Bits& number, std::size_t i) { return i < number.size() ? number[i] : Builder::kZero; }

// The tree of counts. A node's left part has a power of two of leaves, so the top bit of its count excludes
// all its other bits; sum and comparison below save operations by that.
class ChoiceTree {
 public:
  ChoiceTree(Builder& builder, const std::function<LaneValue(std::uint32_t)>& legal, std::uint32_t moves)
      : builder_(builder), chosen_(moves, Builder::kZero) {
    root_ = build(0, moves, legal);
  }

  const Bits& total() const { return nodes_[root_].count; }

  std::vector<LaneValue> descend(LaneValue mask, const Bits& k) {
    descend(root_, mask, k);
    return std::move(chosen_);
  }

 private:
  struct Node {
    std::uint32_t begin, size;
    std::uint32_t left, right;
    Bits count;
  };

  std::uint32_t build(std::uint32_t begin, std::uint32_t size,
                      const std::function<LaneValue(std::uint32_t)>& legal) {
    Node node{begin, size, 0, 0, {}};
    if (size == 1) {
      node.count = {legal(begin)};
    } else {
      const auto half = std::bit_floor(size - 1);
      node.left = build(begin, half, legal);
      node.right = build(begin + half, size - half, legal);
      node.count = sum(nodes_[node.left].count, nodes_[node.right].count, std::bit_width(size));
    }
    nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes_.size()) - 1;
  }

  Bits sum(const Bits& a, const Bits& b, std::size_t width) {
    auto& lane = builder_;
    Bits result;
    auto carry = Builder::kZero;
    for (std::size_t i = 0; i + 1 < a.size(); ++i) {
      const auto x = lane.exclusive(a[i], bit_of(b, i));
      result.push_back(lane.exclusive(x, carry));
      carry = lane.disjunction(lane.conjunction(a[i], bit_of(b, i)), lane.conjunction(x, carry));
    }
    const auto top = lane.disjunction(a.back(), carry);  // never both
    result.push_back(lane.exclusive(top, bit_of(b, a.size() - 1)));
    result.push_back(lane.conjunction(top, bit_of(b, a.size() - 1)));
    result.resize(width, Builder::kZero);
    return result;
  }

  // Lanes of `mask` go left where k < count(left) and keep k, else right with k - count(left).
  void descend(std::uint32_t at, LaneValue mask, const Bits& k) {
    const auto node = nodes_[at];
    if (node.size == 1) {
      chosen_[node.begin] = mask;
      return;
    }
    auto& lane = builder_;
    const auto& count = nodes_[node.left].count;
    Bits rest;
    auto borrow = Builder::kZero;
    for (std::size_t i = 0; i + 1 < count.size(); ++i) {
      const auto x = lane.exclusive(k[i], count[i]);
      rest.push_back(lane.exclusive(x, borrow));
      borrow = lane.disjunction(lane.difference(count[i], k[i]), lane.difference(borrow, x));
    }
    const auto less = lane.difference(lane.disjunction(count.back(), borrow), k[count.size() - 1]);
    const auto left = lane.conjunction(mask, less);
    const auto right = lane.difference(mask, less);
    descend(node.left, left, k);
    descend(node.right, right, rest);
  }

  Builder& builder_;
  std::vector<Node> nodes_;
  std::uint32_t root_;
  std::vector<LaneValue> chosen_;
};

// total * R >> random.size(), by Horner's rule from the least random bit: k = (k + R_i * total) / 2.
Bits product(Builder& lane, const Bits& total, std::span<const LaneValue> random, std::size_t width) {
  Bits k(width, Builder::kZero);
  for (const auto r : random) {
    Bits next;
    auto carry = Builder::kZero;
    for (std::size_t i = 0; i <= width; ++i) {
      const auto a = bit_of(k, i);
      const auto b = lane.conjunction(bit_of(total, i), r);
      const auto x = lane.exclusive(a, b);
      if (i > 0) next.push_back(lane.exclusive(x, carry));
      carry = lane.disjunction(lane.conjunction(a, b), lane.conjunction(x, carry));
    }
    next.resize(width, Builder::kZero);
    k = std::move(next);
  }
  return k;
}

}  // namespace

std::uint32_t random_rows_for(std::uint32_t moves) {
  if (moves < 2) return 0;
  if (moves == 2) return 1;
  return std::max<std::uint32_t>(16, static_cast<std::uint32_t>(std::bit_width(moves)) + 6);
}

std::vector<LaneValue> choose_uniformly(Builder& builder, std::uint32_t moves,
                                        const std::function<LaneValue(std::uint32_t)>& legal,
                                        std::span<const LaneValue> random, LaneValue excluded) {
  if (moves == 0) return {};
  ChoiceTree tree(builder, legal, moves);
  auto some = Builder::kZero;
  for (const auto bit : tree.total()) some = builder.disjunction(some, bit);
  const auto mask = builder.difference(some, excluded);
  if (moves == 2) return tree.descend(mask, {builder.conjunction(tree.total()[1], random[0])});
  return tree.descend(mask, product(builder, tree.total(), random, std::bit_width(moves - 1)));
}

}  // namespace woodstock::lanes
