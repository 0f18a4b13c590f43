#include "csp/index_queue.hpp"

#include <cstdint>
#include <set>

#include "base/random.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::csp;

TEST_CASE("indices come out lowest first, each once") {
  const std::uint64_t seed = 20140611;
  CAPTURE(seed);
  Random random(seed);
  for (const auto size : {1U, 64U, 65U, 5000U}) {
    CAPTURE(size);
    IndexQueue queue(size);
    std::set<std::uint32_t> expected;
    for (int step = 0; step < 2000; ++step) {
      if (random.below(2) == 0) {
        const auto index = random.below(size);
        queue.insert(index);
        expected.insert(index);
      } else if (!expected.empty()) {
        CHECK(queue.pop() == *expected.begin());
        expected.erase(expected.begin());
      }
      CHECK(queue.empty() == expected.empty());
    }
  }
}
