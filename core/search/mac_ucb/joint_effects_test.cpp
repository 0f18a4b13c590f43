#include "search/mac_ucb/joint_effects.hpp"

#include "testing/made_stage.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

struct Smoothed {
  Smoothed(MadeStage& stage, float worth) {
    outcomes.gather(stage.tree, stage.expansion());
    effects.smooth(outcomes, counts, 1, worth);
  }
  float value(std::uint32_t outcome) const { return *effects.value(outcome); }

  std::vector<std::uint32_t> counts{2, 3};
  Outcomes outcomes;
  JointEffects effects;
};

}  // namespace

TEST_CASE("what moves add up to stays as it is, however much it counts") {
  MadeStage stage({2, 3}, {0.1F, 0.2F, 0.3F, 0.5F, 0.6F, 0.7F});
  for (std::uint32_t n = 0; n < 6; ++n) stage.tree[stage.child(n)].samples = 10;
  const Smoothed smoothed(stage, 1e6F);
  for (std::uint32_t n = 0; n < 6; ++n)
    CHECK(smoothed.value(n) == doctest::Approx(*smoothed.outcomes.value(n)).epsilon(1e-4));
}

TEST_CASE("an outcome that stands out is believed by its playouts") {
  MadeStage stage({2, 3}, {0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.9F});
  for (std::uint32_t n = 0; n < 6; ++n) stage.tree[stage.child(n)].samples = 3;
  const Smoothed few(stage, 64);
  CHECK(few.value(5) > 0.6F);
  CHECK(few.value(5) < 0.8F);
  CHECK(few.value(0) == doctest::Approx(0.5).epsilon(0.1));
  stage.tree[stage.child(5)].samples = 100000;
  const Smoothed many(stage, 64);
  CHECK(many.value(5) == doctest::Approx(0.9).epsilon(0.001));
}

TEST_CASE("an outcome that is solved stays as it is, with few playouts, and speaks for its moves") {
  MadeStage stage({2, 3}, {0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0});
  for (std::uint32_t n = 0; n < 6; ++n) stage.tree[stage.child(n)].samples = 20;
  const auto before = Smoothed(stage, 64).value(4);
  stage.solve(5, 0);
  stage.tree[stage.child(5)].samples = 0;
  const Smoothed smoothed(stage, 64);
  CHECK(smoothed.value(5) == 0);
  CHECK(smoothed.value(4) < before);
}
