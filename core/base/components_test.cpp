#include "base/components.hpp"

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "third_party/doctest.h"

using namespace woodstock;

namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;

Graph random_graph(Random& random) {
  Graph graph(1 + random.below(12));
  const auto nodes = static_cast<std::uint32_t>(graph.size());
  for (auto edges = random.below(2 * nodes); edges > 0; --edges)
    graph[random.below(nodes)].push_back(random.below(nodes));
  return graph;
}

// Which nodes lead to which (Warshall 1962).
std::vector<std::vector<bool>> reachability(const Graph& graph) {
  const auto nodes = graph.size();
  std::vector reaches(nodes, std::vector<bool>(nodes, false));
  for (std::size_t from = 0; from < nodes; ++from) {
    reaches[from][from] = true;
    for (const auto to : graph[from]) reaches[from][to] = true;
  }
  for (std::size_t via = 0; via < nodes; ++via)
    for (std::size_t from = 0; from < nodes; ++from)
      for (std::size_t to = 0; to < nodes; ++to)
        if (reaches[from][via] && reaches[via][to]) reaches[from][to] = true;
  return reaches;
}

}  // namespace

TEST_CASE("nodes share a component if they lead to each other, and lead to lower numbers only") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto graph = random_graph(random);
    const auto reaches = reachability(graph);
    const auto component = components(graph);
    for (std::size_t a = 0; a < graph.size(); ++a)
      for (std::size_t b = 0; b < graph.size(); ++b) {
        CHECK((component[a] == component[b]) == (reaches[a][b] && reaches[b][a]));
        if (reaches[a][b]) CHECK(component[a] >= component[b]);
      }
  }
}
