#include "stages/order.hpp"

#include <algorithm>

namespace woodstock::stages {

StageOrder::StageOrder(const StageGraph& graph, std::optional<std::uint32_t> horizon)
    : graph_(graph), horizon_(horizon) {
  if (horizon) {
    layer(*horizon);
  } else {
    sort();
  }
}

void StageOrder::layer(std::uint32_t horizon) {
  std::vector<std::uint32_t> seen(graph_.state_count(), 0);
  layers_.push_back({0});
  for (std::uint32_t time = 0; time < horizon; ++time) {
    std::vector<StateId> after;
    for (const auto state : layers_[time]) {
      if (graph_.ends(state)) continue;
      for (const auto action : graph_.actions(state))
        for (const auto& outcome : graph_.outcomes(action)) {
          if (seen[outcome.successor] == time + 1) continue;
          seen[outcome.successor] = time + 1;
          after.push_back(outcome.successor);
        }
    }
    if (after.empty()) break;
    std::ranges::sort(after);
    layers_.push_back(std::move(after));
  }
  for (const auto& states : layers_) {
    starts_.push_back(size_);
    size_ += states.size();
  }
}

// Depth first: a state is listed when all its successors are.
void StageOrder::sort() {
  struct Frame {
    StateId state;
    StageGraph::ActionId action;
    std::size_t outcome;
  };
  enum : std::uint8_t { fresh, open, done };
  std::vector<std::uint8_t> mark(graph_.state_count(), fresh);
  std::vector<Frame> path{{0, *graph_.actions(0).begin(), 0}};
  mark[0] = open;
  size_ = graph_.state_count();
  while (!path.empty()) {
    auto& [state, action, outcome] = path.back();
    if (action == *graph_.actions(state).end()) {
      mark[state] = done;
      order_.push_back(state);
      path.pop_back();
      continue;
    }
    const auto outcomes = graph_.outcomes(action);
    if (outcome == outcomes.size()) {
      ++action;
      outcome = 0;
      continue;
    }
    const auto next = outcomes[outcome++].successor;
    if (next == state || mark[next] == done) continue;
    if (mark[next] == open) throw EndlessPlay("a play may come back to an earlier state; give a horizon");
    mark[next] = open;
    path.push_back({next, *graph_.actions(next).begin(), 0});
  }
}

std::optional<StageOrder::NodeId> StageOrder::node(StateId state, std::uint32_t time) const {
  if (!horizon_) return state < size_ ? std::optional(NodeId{state}) : std::nullopt;
  if (time >= layers_.size()) return std::nullopt;
  const auto& states = layers_[time];
  const auto place = std::ranges::lower_bound(states, state);
  if (place == states.end() || *place != state) return std::nullopt;
  return starts_[time] + static_cast<std::size_t>(place - states.begin());
}

}  // namespace woodstock::stages
