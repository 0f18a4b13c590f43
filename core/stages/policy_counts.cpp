#include "stages/policy_counts.hpp"

#include <algorithm>

namespace woodstock::stages {

namespace {

using Utilities = PolicyCounts::Utilities;
using Counts = std::map<Utilities, Natural>;

class Counter {
 public:
  Counter(const StageOrder& order, const Deadline& deadline)
      : order_(order), graph_(order.graph()), deadline_(deadline), base_(outcome_base(order)) {}

  PolicyCounts run() {
    if (!order_.has_horizon()) refuse_loops();
    nodes_.resize(order_.size());
    order_.for_each([&](const StageOrder::Node& node, auto successor) { visit(node, successor); });
    const auto root = order_.node(0, 0).value();
    return {base_, nodes_[root].exponent, std::move(nodes_[root].counts)};
  }

 private:
  struct Node {
    std::uint32_t exponent = 0;
    Counts counts;
  };

  void refuse_loops() const {
    for (StageGraph::StateId state = 0; state < graph_.state_count(); ++state)
      for (const auto action : graph_.actions(state))
        for (const auto& outcome : graph_.outcomes(action))
          if (outcome.successor == state)
            throw EndlessPlay("a play may stay in a state for ever; give a horizon");
  }

  void look_at_clock() {
    if (++steps_ % 1024 == 0 && deadline_.passed()) throw OutOfTime();
  }

  Wide power(std::uint32_t exponent) const {
    Wide result(1);
    for (; exponent > 0; --exponent) result = result * Wide(static_cast<std::int64_t>(base_));
    return result;
  }

  template <class Successor>
  void visit(const StageOrder::Node& node, Successor successor) {
    look_at_clock();
    auto& here = nodes_[node.id];
    if (graph_.ends(node.state) || node.last) {
      Utilities utilities;
      for (std::size_t player = 0; player < graph_.players().size(); ++player) {
        const auto goal = goal_at(graph_, node, player);
        if (goal < 0) throw std::overflow_error("a goal below 0");
        utilities.emplace_back(goal);
      }
      here.counts[std::move(utilities)] = Natural(1);
      return;
    }
    for (const auto action : graph_.actions(node.state)) {
      const auto many = graph_.outcomes(action).size() > 1 ? 1U : 0U;
      for (const auto& outcome : graph_.outcomes(action))
        here.exponent = std::max(here.exponent, nodes_[successor(outcome.successor)].exponent + many);
    }
    for (const auto action : graph_.actions(node.state)) {
      const auto outcomes = graph_.outcomes(action);
      // Each outcome's utilities count base / outcomes times at one exponent more.
      const auto many = outcomes.size() > 1 ? 1U : 0U;
      const auto share = many != 0 ? Wide(static_cast<std::int64_t>(base_ / outcomes.size())) : Wide(1);
      Counts total{{Utilities(graph_.players().size()), Natural(1)}};
      for (const auto& outcome : outcomes) {
        const auto& then = nodes_[successor(outcome.successor)];
        total = combine(total, then.counts, share * power(here.exponent - many - then.exponent));
      }
      for (const auto& [utilities, count] : total) here.counts[utilities] += count;
    }
  }

  Counts combine(const Counts& left, const Counts& right, Wide weight) {
    Counts both;
    for (const auto& [so_far, ways] : left)
      for (const auto& [more, count] : right) {
        look_at_clock();
        auto sum = so_far;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] + weight * more[i];
        both[std::move(sum)] += ways * count;
      }
    return both;
  }

  const StageOrder& order_;
  const StageGraph& graph_;
  const Deadline& deadline_;
  std::uint64_t base_;
  std::vector<Node> nodes_;
  std::uint32_t steps_ = 0;
};

}  // namespace

PolicyCounts count_policies(const StageOrder& order, const Deadline& deadline) {
  return Counter(order, deadline).run();
}

}  // namespace woodstock::stages
