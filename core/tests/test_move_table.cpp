#include <cmath>
#include <vector>

#include "check.hpp"
#include "woodstock/random.hpp"
#include "woodstock/search/move_table.hpp"

using namespace woodstock;

namespace {

bool near(double value, double expected, double by) { return std::abs(value - expected) < by; }

void check_effects() {
  MoveTable table;
  CHECK(table.empty());
  table.reset(3, 1);
  // 192 playouts with each of two moves, won by three and by one quarter; the third was never made.
  const float many = 144, few = 48, found = 0.1F;
  table.add(0, 192, &many);
  table.add(1, 192, &few);
  table.inherit(2, &found);
  std::vector<float> effects;
  table.effects(effects);
  // The mean is 1/2; 64 playouts stand for what was inherited.
  CHECK(near(effects[0], 48.0 / 256, 1e-6));
  CHECK(near(effects[1], -48.0 / 256, 1e-6));
  CHECK(near(effects[2], 0.1, 1e-6));
  CHECK(near(table.made(), 384, 1e-6));
}

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
  CHECK(near(taught(0.7).trust(), 0.7, 0.1));
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
  check_effects();
  check_trust();
  return finish();
}
