#include "search/mac_ucb/simultaneous.hpp"

#include "testing/made_stage.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

void resolve(MadeStage& stage, float exploration = 0.1F) {
  Outcomes outcomes;
  outcomes.gather(stage.tree, stage.expansion());
  Simultaneous simultaneous(stage.payoffs, exploration, 64);
  simultaneous.resolve(outcomes, stage.tree, stage.root, false);
}

}  // namespace

TEST_CASE("where both choose at once, their equilibrium counts") {
  MadeStage pennies({2, 2}, {1, 0, 0, 1});
  resolve(pennies);
  CHECK(*pennies.tree.value(pennies.root) == doctest::Approx(0.5).epsilon(0.01));
  REQUIRE(pennies.expansion().strategy.size() == 4);
  for (const auto weight : pennies.expansion().strategy) CHECK(weight == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("pure strategies bound the value") {
  MadeStage stage({2, 2}, {0.5F, 0.5F, 0.5F, 0.5F});
  stage.solve(0, 0.4F);
  stage.solve(1, 0.6F);  // the first player's first move has 0.4 for certain
  resolve(stage);
  CHECK(*stage.tree.low(stage.root) == doctest::Approx(0.4));
  stage.solve(2, 0.3F);  // the second player's first move gives no more than 0.4
  resolve(stage);
  CHECK(*stage.tree.high(stage.root) == doctest::Approx(0.4));
}

TEST_CASE("moves seldom tried draw the eye, not the strategy") {
  MadeStage stage({2, 2}, {0.5F, 0.5F, 0.45F, 0.45F});
  for (const auto n : {2, 3}) stage.tree[stage.child(n)].samples = 0;
  resolve(stage);
  const auto& expansion = stage.expansion();
  CHECK(expansion.strategy[0] == doctest::Approx(1));
  REQUIRE(expansion.interest.size() == 8);
  CHECK(expansion.interest[1] == doctest::Approx(1));
}
