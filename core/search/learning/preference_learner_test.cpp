#include "search/learning/preference_learner.hpp"

#include <memory>
#include <vector>

#include "base/state.hpp"
#include "testing/heap_game.hpp"
#include "testing/simultaneous_choice.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

void learn(PreferenceLearner& learner, int rounds, int batches) {
  for (int round = 0; round < rounds; ++round) {
    for (int batch = 0; batch < batches; ++batch) REQUIRE(learner.collect({}));
    learner.improve();
  }
}

// How often each move is the first of a thousand playouts.
std::vector<std::int64_t> chosen(const Lanes& lanes, const State& state, const PreferredPlay* preferred) {
  const auto scratch = make_lane_scratch();
  LaneWants wants;
  wants.first_moves = true;
  wants.preferred = preferred;
  LaneTotals totals;
  const LaneStart start{state.words(), 1000};
  REQUIRE(lanes.sample(*scratch, {&start, 1}, 7, totals, {}, wants));
  return totals.first_counts;
}

}  // namespace

TEST_CASE("in the heap game playouts come to prefer what wins, heap by heap") {
  constexpr std::uint32_t kSize = 7;
  const auto circuit = heap_game(kSize);
  const auto lanes = std::make_shared<const Lanes>(circuit);
  PreferenceLearner learner(lanes, {.leaves = 8, .policy = LanePolicy::kUniform}, 1);
  CHECK(learner.preferred() == nullptr);
  learn(learner, 8, 20);
  CHECK(learner.states() > 1000);
  const auto preferred = learner.preferred();
  REQUIRE(preferred);
  CHECK(preferred->price() > 1);
  for (std::uint32_t heap = 2; heap <= kSize; ++heap) {
    if (heap % 3 == 0) continue;  // lost: nothing is better
    for (std::uint32_t role = 0; role < 2; ++role) {
      CAPTURE(heap);
      CAPTURE(role);
      std::vector<std::uint8_t> bytes(kSize + 2);
      bytes[heap] = 1;
      bytes[kSize + 1] = role == 0;
      const auto state = State::of_bytes(bytes);
      const auto right = 3 * role + heap % 3 - 1;  // leaves a multiple of three
      CHECK(chosen(*lanes, state, preferred.get())[right] > 750);
      CHECK(chosen(*lanes, state, nullptr)[right] < 600);
    }
  }
}

TEST_CASE("where roles choose at the same time each has its preferences") {
  const auto circuit = simultaneous_choice();
  const auto lanes = std::make_shared<const Lanes>(circuit);
  PreferenceLearner learner(lanes, {}, 1);
  learn(learner, 3, 20);
  const auto counts = chosen(*lanes, State::of_bytes(circuit.initial), learner.preferred().get());
  CHECK(counts[1] > 900);
  CHECK(counts[2] > 900);
}

TEST_CASE("a seed decides what is learned, and who has no time learns nothing") {
  const auto lanes = std::make_shared<const Lanes>(heap_game(9));
  const auto ranks = [&](std::uint64_t seed) {
    PreferenceLearner learner(lanes, {}, seed);
    learn(learner, 2, 10);
    std::vector<std::uint32_t> found;
    for (const auto& ranking : learner.preferred()->rankings())
      for (const auto& node : ranking.nodes) found.push_back(node.fluent >= 0 ? 100 + node.with : node.rank);
    return found;
  };
  CHECK(ranks(5) == ranks(5));
  const auto collected = [&](std::uint64_t seed) {
    PreferenceLearner learner(lanes, {}, seed);
    for (int batch = 0; batch < 10; ++batch) REQUIRE(learner.collect({}));
    return learner.samples();
  };
  CHECK(collected(5) != collected(6));
  PreferenceLearner learner(lanes, {}, 1);
  CHECK(!learner.collect({.deadline = Budget::Time::now()}));
  CHECK(learner.samples() == 0);
  CHECK(learner.states() == 0);
}
