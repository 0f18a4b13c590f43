#include "search/playouts.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "base/state.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;
using namespace woodstock::search;

namespace {

// Of the heap game, with so many left and role 0 to move.
State heap_of(std::uint32_t left, std::uint32_t size) {
  std::vector<std::uint8_t> fluents(size + 2, 0);
  fluents[left] = fluents[size + 1] = 1;
  return State::of_bytes(fluents);
}

}  // namespace

TEST_CASE("playouts answer each question with as many as it asked for, the same for the same seed") {
  constexpr std::uint32_t kSize = 7;
  const auto lanes = std::make_shared<const Lanes>(heap_game(kSize), LaneExecutor::kPortable);
  const auto one = heap_of(1, kSize), two = heap_of(2, kSize);
  const std::vector<Question> questions{{one.words(), 100, 0}, {two.words(), 1000, 1}};
  Playouts playouts(lanes, 4096);
  Estimates estimates, again;
  const Inquiry inquiry{.questions = questions, .seed = 5, .moves = true, .groups = 2};
  REQUIRE(playouts.evaluate(inquiry, {}, estimates));
  CHECK(estimates.weights == std::vector<std::uint32_t>{100, 1000});
  // Who takes the last one wins; of two, one or both are taken.
  REQUIRE(estimates.sums.size() == 4);
  CHECK(estimates.sums[0] == 100 * 100);
  CHECK(estimates.sums[1] == 0);
  CHECK(estimates.sums[2] + estimates.sums[3] == 100 * 1000);
  CHECK(std::abs(estimates.sums[2] - 50 * 1000) < 10 * 1000);
  CHECK(estimates.passes > 0);
  // Move 0: role 0 takes one; move 1: both.
  REQUIRE(estimates.move_weights.size() == 2 * 6);
  REQUIRE(estimates.move_sums.size() == 2 * 6 * 2);
  CHECK(estimates.move_weights[0] == 100);
  CHECK(estimates.move_weights[6] + estimates.move_weights[7] == 1000);
  CHECK(estimates.move_sums[2 * 7] == 100 * estimates.move_weights[7]);
  REQUIRE(playouts.evaluate(inquiry, {}, again));
  CHECK(again.sums == estimates.sums);
  REQUIRE(playouts.evaluate({.questions = questions, .seed = 5}, {}, again));
  CHECK(again.move_weights.empty());
}

TEST_CASE("playouts end with the budget's time") {
  constexpr std::uint32_t kSize = 7;
  const auto lanes = std::make_shared<const Lanes>(heap_game(kSize), LaneExecutor::kPortable);
  const auto state = heap_of(7, kSize);
  const std::vector<Question> questions{{state.words(), 100'000, 0}};
  Budget budget;
  budget.deadline = Budget::Time::now() - std::chrono::seconds(1);
  Playouts playouts(lanes, 4096);
  Estimates estimates;
  CHECK(!playouts.evaluate({.questions = questions}, budget, estimates));
}
