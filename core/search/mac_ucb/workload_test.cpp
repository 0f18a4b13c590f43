#include "search/mac_ucb/workload.hpp"

#include "third_party/doctest.h"

using namespace woodstock::search::mac_ucb;

TEST_CASE("running means follow what leaves cost") {
  const Options options;
  Workload workload(options);
  CHECK(!workload.costly());
  for (int leaf = 0; leaf < 200; ++leaf) workload.add_leaf(500, 2);
  CHECK(workload.costly());
  CHECK(workload.leaf_playouts() == doctest::Approx(500).epsilon(0.01));
  workload.guess_breadth(10);
  workload.guess_breadth(90);
  CHECK(workload.breadth() == 10);
  for (int stage = 0; stage < 200; ++stage) workload.add_decided(40);
  CHECK(workload.breadth() == doctest::Approx(40).epsilon(0.01));
  CHECK(workload.scale() == 1);
}

TEST_CASE("a share of the work for solving moves the playouts per successor") {
  Options options;
  options.split = 0.5;
  Workload workload(options);
  workload.set_timed(false);
  for (int job = 0; job < 10; ++job) workload.add_job(3, 10, {});  // all of it playouts
  CHECK(workload.scale() < 1);
  for (int leaf = 0; leaf < 10; ++leaf) workload.add_leaf(64, 1000);
  const auto before = workload.scale();
  workload.add_job(100, 10, {});
  CHECK(workload.scale() > before);
  CHECK(workload.largest() == 100);
}

TEST_CASE("a share of the time does so by what jobs took") {
  Options options;
  options.split = 0.9;
  Workload workload(options);
  for (int job = 0; job < 10; ++job) workload.add_job(3, 0, {.solving = 1, .sampling = 1});
  CHECK(workload.scale() < 1);
  CHECK(workload.time().sampling == doctest::Approx(10));
  const auto before = workload.scale();
  workload.add_job(3, 1000, {.solving = 200, .sampling = 0});
  CHECK(workload.scale() > before);
  workload.forget_time();
  CHECK(workload.time().solving == 0);
}
