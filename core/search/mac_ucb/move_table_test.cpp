#include "search/mac_ucb/move_table.hpp"

#include <cmath>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

bool near(double value, double expected, double by) { return std::abs(value - expected) < by; }

}  // namespace

TEST_CASE("the effect of a move is its mean against that of all, or what was inherited") {
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
