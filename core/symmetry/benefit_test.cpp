#include "symmetry/benefit.hpp"

#include "third_party/doctest.h"

using woodstock::symmetry::Benefit;

TEST_CASE("forms are given up for good where they find too little for what they cost") {
  Benefit benefit(8);
  CHECK(benefit.pays());
  benefit.add(1023, 7);
  CHECK(benefit.pays());
  benefit.add(1, 1);
  CHECK(benefit.pays());
  benefit.add(1025, 8);
  CHECK(!benefit.pays());
  benefit.add(1024, 1024);
  CHECK(!benefit.pays());
  CHECK(benefit.forms() == 3073);
  CHECK(benefit.hits() == 1040);
}

TEST_CASE("a small group may find less than a large one") {
  for (const std::size_t order : {2U, 4U}) {
    Benefit benefit(order);
    benefit.add(1024, 2);
    CHECK(benefit.pays() == (order == 2));
  }
  Benefit large(5000);
  large.add(1024, 1023);
  CHECK(!large.pays());
}
