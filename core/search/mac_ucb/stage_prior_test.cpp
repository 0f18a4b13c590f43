#include "search/mac_ucb/stage_prior.hpp"

#include "third_party/doctest.h"

using namespace woodstock::search::mac_ucb;

TEST_CASE("a mean is drawn towards what was expected as by so many playouts") {
  CHECK(shrunk(1, 64, 0, 64) == doctest::Approx(0.5));
  CHECK(shrunk(1, 0, 0.3F, 64) == doctest::Approx(0.3));
  CHECK(shrunk(1, 10, 0.3F, 0) == doctest::Approx(1));
  CHECK(shrunk(1, 0, 0.3F, 0) == doctest::Approx(0.3));
}

TEST_CASE("where one chooses, a prior is the blend of the stage's mean and its earlier value") {
  Expansion shape;
  shape.counts = {2, 1};
  StagePrior prior(shape, 1, 1);
  const float low = 0.2F, high = 0.6F, earlier = 0.8F;
  prior.add(0, &low, 4);
  prior.add(1, &high, 4);
  prior.settle(&earlier, 0.5F, 64);
  float value = 0;
  prior.sum_up_action(0, &value);
  CHECK(value == doctest::Approx(0.6));
}

TEST_CASE("where several choose, each move adds what it has shown, shrunk") {
  Expansion shape;
  shape.counts = {2, 2};
  StagePrior prior(shape, 1, 1);
  const float values[] = {0.2F, 0.2F, 0.6F, 0.6F};  // only the first role's move matters
  for (std::uint32_t action = 0; action < 4; ++action) prior.add(action, &values[action], 32);
  const float earlier = 0.4F;
  prior.settle(&earlier, 1, 64);
  float low = 0, high = 0, arm = 0;
  prior.sum_up_action(0, &low);
  prior.sum_up_action(3, &high);
  prior.sum_up_arm(3, 0, &arm);  // the first role's move left open
  CHECK(low == doctest::Approx(0.3));
  CHECK(high == doctest::Approx(0.5));
  CHECK(arm == doctest::Approx(0.4));
}
