#include "symmetry/benefit.hpp"

#include "third_party/doctest.h"

using woodstock::symmetry::Benefit;

TEST_CASE("forms are given up where they find nothing, and tried again at a new root") {
  Benefit benefit;
  CHECK(benefit.pays());
  benefit.add(4095, 0);
  CHECK(benefit.pays());
  benefit.add(1, 0);
  CHECK(!benefit.pays());
  benefit.reset();
  CHECK(benefit.pays());
  benefit.add(6400, 100);
  CHECK(benefit.pays());
  benefit.add(6401, 100);
  CHECK(!benefit.pays());
  CHECK(benefit.forms() == 16897);
  CHECK(benefit.hits() == 200);
}
