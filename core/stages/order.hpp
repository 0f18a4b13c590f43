// The order in which a graph's states are evaluated: every state after its successors. With a horizon a node
// is a state at a time; without one it is a state, and a play must not come back to an earlier state (staying
// where it is aside).
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "stages/graph.hpp"

namespace woodstock::stages {

struct EndlessPlay : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class StageOrder {
 public:
  using StateId = StageGraph::StateId;
  using NodeId = std::size_t;

  struct Node {
    NodeId id;
    StateId state;
    std::uint32_t time;
    bool last;  // at the horizon: the play is cut off there
  };

  // The graph must be explored that far. Throws EndlessPlay.
  StageOrder(const StageGraph& graph, std::optional<std::uint32_t> horizon);

  const StageGraph& graph() const { return graph_; }
  bool has_horizon() const { return horizon_.has_value(); }
  NodeId size() const { return size_; }
  // A state's node at a time (without a horizon the time does not matter); nothing where it cannot be then.
  std::optional<NodeId> node(StateId state, std::uint32_t time) const;

  // Calls visit(node, successor), where successor(state) is the node of a state that follows the node's.
  template <class Visit>
  void for_each(Visit visit) const {
    if (!horizon_) {
      const auto successor = [](StateId state) { return NodeId{state}; };
      for (const auto state : order_) visit(Node{state, state, 0, false}, successor);
      return;
    }
    std::vector<NodeId> later(graph_.state_count(), 0);
    for (auto time = static_cast<std::uint32_t>(layers_.size()); time-- > 0;) {
      for (std::size_t i = 0; i < layers_[time].size(); ++i)
        visit(Node{starts_[time] + i, layers_[time][i], time, time == *horizon_},
              [&](StateId state) { return later[state]; });
      for (std::size_t i = 0; i < layers_[time].size(); ++i) later[layers_[time][i]] = starts_[time] + i;
    }
  }

 private:
  void layer(std::uint32_t horizon);
  void sort();

  const StageGraph& graph_;
  std::optional<std::uint32_t> horizon_;
  NodeId size_ = 0;
  std::vector<StateId> order_;                // without a horizon
  std::vector<std::vector<StateId>> layers_;  // with one: per time the states that are possible, ascending
  std::vector<NodeId> starts_;                // and the number of each time's first node
};

}  // namespace woodstock::stages
