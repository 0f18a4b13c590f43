// The strongly connected components of a graph (Tarjan 1972), without recursion: rules may be a long chain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace woodstock {

// The number of each node's component; a component's number is above those of all it leads to.
inline std::vector<std::uint32_t> components(const std::vector<std::vector<std::uint32_t>>& graph) {
  using Id = std::uint32_t;
  constexpr Id kNone = std::numeric_limits<Id>::max();
  struct Visit {
    Id node;
    std::size_t at = 0;
  };
  std::vector<Id> number(graph.size(), 0), low(graph.size(), 0), component(graph.size(), kNone), stack;
  std::vector<Visit> path;
  Id counter = 0, count = 0;
  const auto enter = [&](Id node) {
    number[node] = low[node] = ++counter;
    stack.push_back(node);
    path.push_back({node});
  };
  for (Id root = 0; root < graph.size(); ++root) {
    if (!number[root]) enter(root);
    while (!path.empty()) {
      auto& visit = path.back();
      const Id node = visit.node;
      if (visit.at < graph[node].size()) {
        const Id next = graph[node][visit.at++];
        if (!number[next])
          enter(next);
        else if (component[next] == kNone)
          low[node] = std::min(low[node], number[next]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != number[node]) continue;
      Id member;
      do {
        member = stack.back();
        stack.pop_back();
        component[member] = count;
      } while (member != node);
      ++count;
    }
  }
  return component;
}

}  // namespace woodstock
