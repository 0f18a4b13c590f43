#include <cmath>
#include <vector>

#include "check.hpp"
#include "woodstock/random.hpp"
#include "woodstock/search/foresight.hpp"

using namespace woodstock;

namespace {

Foresight taught(double slope) {
  Foresight foresight;
  Random random(7);
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

void check_trust() {
  CHECK(std::abs(taught(0.7).trust() - 0.7) < 0.1);
  CHECK(taught(-0.5).trust() == 0);
  CHECK(taught(3).trust() == 1);
  // Nothing is known of how often moves come: they are counted, but do not yet stand for playouts.
  auto foresight = taught(0.7);
  CHECK(foresight.pays() && !foresight.suffices());
  foresight.notice(0.5F);
  CHECK(foresight.pays() && foresight.suffices());
  for (int stage = 0; stage < 100; ++stage) foresight.notice(0.01F);
  CHECK(!foresight.pays() && !foresight.suffices());
  auto misled = taught(-0.5);
  misled.notice(0.5F);
  CHECK(!misled.pays());
}

}  // namespace

int main() {
  check_trust();
  return finish();
}
