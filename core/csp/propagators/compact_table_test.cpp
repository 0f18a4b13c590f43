#include "csp/propagators/compact_table.hpp"

#include "testing/arc_consistency.hpp"
#include "third_party/doctest.h"

using namespace woodstock::csp;

TEST_CASE("Compact-Table leaves the arc-consistent domains and restores them") {
  check_propagator(filter_named("compact_table"));
}
