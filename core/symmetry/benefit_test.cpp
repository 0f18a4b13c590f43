#include "symmetry/benefit.hpp"

#include "third_party/doctest.h"

using woodstock::symmetry::Benefit;

TEST_CASE("forms are used below roots of whose moves a quarter are images of others") {
  Benefit benefit;
  CHECK(!benefit.used());
  CHECK(benefit.turn_to(8, 6));
  CHECK(benefit.used());
  CHECK(!benefit.turn_to(9, 3));
  CHECK(benefit.used());
  CHECK(benefit.turn_to(8, 7));
  CHECK(!benefit.used());
}

TEST_CASE("a root without a choice says nothing") {
  Benefit benefit;
  CHECK(!benefit.turn_to(0, 0));
  CHECK(!benefit.used());
  CHECK(benefit.turn_to(2, 1));
  CHECK(!benefit.turn_to(0, 0));
  CHECK(benefit.used());
}

TEST_CASE("forms and hits add up") {
  Benefit benefit;
  benefit.add(10, 3);
  benefit.add(1, 1);
  CHECK(benefit.forms() == 11);
  CHECK(benefit.hits() == 4);
}
