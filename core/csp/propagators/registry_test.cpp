#include "csp/propagators/registry.hpp"

#include <stdexcept>
#include <string_view>

#include "third_party/doctest.h"

using namespace woodstock::csp;

TEST_CASE("propagators are found by name, and the first is the default") {
  for (const auto& kind : propagator_kinds())
    CHECK(std::string_view(kind_of(filter_named(kind.name)).name) == kind.name);
  CHECK(filter_named("compact_table") == Filter{});
  CHECK_THROWS_AS(filter_named("none"), std::invalid_argument);
}
