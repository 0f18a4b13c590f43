#include "search/mac_ucb/foresight.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

constexpr std::uint64_t kSeed = 7;

Foresight taught(double slope) {
  Foresight foresight;
  Random random(kSeed);
  for (int stage = 0; stage < 200; ++stage) {
    std::vector<Foresight::Pair> pairs;
    for (int m = 0; m < 40; ++m) {
      const double expected = 0.2 * random.real() - 0.1;
      const double noise = random.real() - 0.5;
      pairs.push_back({static_cast<float>(expected), static_cast<float>(0.4 + slope * expected + noise), 2});
    }
    foresight.learn(pairs);
  }
  return foresight;
}

}  // namespace

TEST_CASE("effects are trusted by the slope, and moves that do not come again not at all") {
  CAPTURE(kSeed);
  CHECK(std::abs(taught(0.7).trust() - 0.7) < 0.1);
  CHECK(taught(-0.5).trust() == 0);
  CHECK(taught(3).trust() == 1);
  // Nothing is known of how often moves come: they are counted, but do not yet stand for playouts.
  auto foresight = taught(0.7);
  CHECK(foresight.pays());
  CHECK(!foresight.suffices());
  foresight.notice(0.5F);
  CHECK(foresight.pays());
  CHECK(foresight.suffices());
  for (int stage = 0; stage < 100; ++stage) foresight.notice(0.01F);
  CHECK(!foresight.pays());
  CHECK(!foresight.suffices());
  auto misled = taught(-0.5);
  misled.notice(0.5F);
  CHECK(!misled.pays());
}
