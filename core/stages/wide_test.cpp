#include "stages/wide.hpp"

#include <cstdint>
#include <stdexcept>

#include "third_party/doctest.h"

using namespace woodstock::stages;

TEST_CASE("wide numbers throw rather than overflow") {
  const Wide large = Wide(std::int64_t{1} << 62U) * Wide(std::int64_t{1} << 62U);
  CHECK(bool((large + large).get() == __int128{1} << 125U));
  CHECK((Wide::of(-1, 0).get() == -(__int128{1} << 64U)));
  CHECK(Wide(-2) * Wide(3) < Wide(0));
  CHECK_THROWS_AS(large * Wide(8), std::overflow_error);
  const auto half = large * Wide(4);
  CHECK_THROWS_AS(half + half, std::overflow_error);
}
