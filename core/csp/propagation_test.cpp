#include "csp/propagation.hpp"

#include <string>

#include "third_party/doctest.h"

using namespace woodstock::csp;

TEST_CASE("tables before the end are filtered though others wait beyond it") {
  // A wide variable decides `before` by the first table; `other` wakes the second, which waits.
  Csp csp;
  const auto wide = csp.add_variable(200);
  const auto before = csp.add_variable(2);
  const auto other = csp.add_variable(2);
  const auto beyond = csp.add_variable(2);
  Table first;
  first.scope = {wide, before};
  first.sets = {{true, {7, 9}}};
  first.cells = {Table::kFirstSet, 0, 7, 1, 9, 1};
  csp.add_table(first);
  Table second;
  second.scope = {other, beyond};
  second.cells = {0, 0, 1, 1};
  csp.add_table(second);
  for (const std::string name : {"compact_table", "str2"}) {
    CAPTURE(name);
    Propagation propagation(csp, filter_named(name));
    REQUIRE(propagation.propagate());
    propagation.push();
    REQUIRE(propagation.assign(wide, 150));
    REQUIRE(propagation.assign(other, 1));
    REQUIRE(propagation.propagate(1));
    CHECK(propagation.domains().values(before) == std::vector<ValueId>{0});
    CHECK(propagation.domains().values(beyond).size() == 2);
    REQUIRE(propagation.propagate());
    CHECK(propagation.domains().values(beyond) == std::vector<ValueId>{1});
  }
}
