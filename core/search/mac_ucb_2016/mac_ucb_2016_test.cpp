#include "search/mac_ucb_2016/mac_ucb_2016.hpp"

#include <memory>
#include <vector>

#include "testing/heap_game_search.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb_2016;

namespace {

using Inference = csp::Search::Inference;
using Sampling = MacUcb2016::Sampling;

MakeSearch maker(std::uint32_t size, Inference inference, Sampling sampling, const Options& options = {}) {
  const auto stage = std::make_shared<const stages::StageTemplate>(heap_game(size),
                                                                   std::vector<std::vector<std::uint32_t>>{});
  return [=](const Engines& engines, std::uint32_t role) {
    return std::make_unique<MacUcb2016>(engines, stage, role, options, inference, sampling);
  };
}

// The heap game has so few states that with the cache of explored ones it is soon over.
Options without_cache() {
  Options options;
  options.cache = 0;
  return options;
}

}  // namespace

TEST_CASE("the heap game is solved by every solver and every kind of playouts") {
  const Engines engines(heap_game(9));
  for (const auto inference : {Inference::arc_consistency, Inference::forward_checking})
    for (const auto sampling : {Sampling::kNetwork, Sampling::kLanes})
      check_values(engines, 9, maker(9, inference, sampling));
}

TEST_CASE("a search without memory names a legal move, and one with some goes on") {
  check_memory(Engines(heap_game(30)), 30, maker(30, Inference::arc_consistency, Sampling::kNetwork));
}

TEST_CASE("a number of simulations and a seed give the same again, and another seed something else") {
  const Engines engines(heap_game(20));
  const auto make = maker(20, Inference::arc_consistency, Sampling::kNetwork, without_cache());
  const auto values = [&](std::uint64_t seed) {
    const auto search = make(engines, 0);
    const State root(22, std::vector{20U, 21U});
    search->set_root(root);
    CHECK(search->run({.simulations = 100, .seed = seed}) == SearchEnd::kSimulations);
    const auto report = search->report();
    CHECK(report.work.solving > 0);
    CHECK(report.work.sampling > 0);
    std::vector<double> found;
    for (const auto& successor : search->successors(root, 0))
      found.insert(found.end(), successor.values.begin(), successor.values.end());
    return std::pair(report.samples, found);
  };
  const auto once = values(1);
  CHECK(values(1) == once);
  CHECK(values(2) != once);
}

TEST_CASE("the next root keeps what is below it") {
  const Engines engines(heap_game(20));
  const auto search = maker(20, Inference::arc_consistency, Sampling::kNetwork, without_cache())(engines, 0);
  const State root(22, std::vector{20U, 21U});
  search->set_root(root);
  search->run({.simulations = 400});
  const auto before = search->report().nodes;
  for (const auto& child : search->successors(root, 0)) {
    if (search->successors(child.state, 1).empty()) continue;  // not solved yet
    search->set_root(child.state);
    const auto kept = search->report();
    CHECK(kept.nodes > 1);
    CHECK(kept.nodes < before);
    search->run({.simulations = 100});
    CHECK(search->report().nodes > kept.nodes);
    return;
  }
  FAIL("no successor was solved");
}
