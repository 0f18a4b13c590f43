#include "search/mac_ucb/simultaneous.hpp"

#include "testing/made_stage.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

void resolve(MadeStage& stage, float exploration = 0.1F, bool exact = false) {
  Outcomes outcomes;
  outcomes.gather(stage.tree, stage.expansion());
  Simultaneous simultaneous(stage.payoffs, exploration, 64);
  simultaneous.resolve(outcomes, stage.tree, stage.root, exact);
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

TEST_CASE("a certain crash is not talked away where each plays for itself") {
  // Both stay: nothing for either. The second player's numbers are those of chicken.
  MadeStage stage({2, 2}, {0, 0.9F, 0.3F, 0.5F}, PayoffKind::kGeneral);
  const float second[] = {0, 0.3F, 0.9F, 0.5F};
  for (std::uint32_t n = 0; n < 4; ++n) {
    stage.tree.value(stage.child(n))[1] = second[n];
    stage.tree[stage.child(n)].samples = 10000;
  }
  stage.tree[stage.child(0)].solved = true;
  stage.tree[stage.child(0)].samples = 0;
  resolve(stage, 0);
  const auto& strategy = stage.expansion().strategy;
  CHECK(strategy[0] * strategy[2] < 0.5F);
}

TEST_CASE("where all outcomes are solved estimates are forgotten") {
  MadeStage stage({2, 2}, {0.2F, 0.1F, 0.9F, 0.8F}, PayoffKind::kGeneral);
  for (int k = 0; k < 50; ++k) resolve(stage, 0);
  CHECK(stage.expansion().strategy[1] > 0.9F);
  const float exact[] = {1, 1, 0, 0};
  for (std::uint32_t n = 0; n < 4; ++n) {
    stage.solve(n, exact[n]);
    stage.tree.value(stage.child(n))[1] = n % 2 == 0 ? 1 : 0;
    stage.tree[stage.child(n)].samples = 0;
  }
  resolve(stage, 0, true);
  const auto strategy = stage.expansion().strategy;
  CHECK(strategy[0] > 0.98F);
  CHECK(strategy[2] > 0.98F);
  CHECK(*stage.tree.value(stage.root) > 0.95F);
  resolve(stage, 0, true);
  CHECK(stage.expansion().strategy == strategy);
}
