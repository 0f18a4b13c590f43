#include "csp/propagators/str2.hpp"

#include "testing/arc_consistency.hpp"
#include "third_party/doctest.h"

using namespace woodstock::csp;

TEST_CASE("STR2 leaves the arc-consistent domains and restores them") {
  check_propagator(filter_named("str2"));
}
