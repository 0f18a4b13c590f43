// Values and bounds of single stages, from successors made up for it.
#include "search/mac_ucb/backup.hpp"

#include <cmath>

#include "testing/made_stage.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

float updated(MadeStage& stage, float mix, float wide_mix = 0.9F) {
  Backup backup(stage.payoffs, 0.1F, mix, wide_mix);
  backup.update(stage.tree, stage.root);
  return *stage.tree.value(stage.root);
}

}  // namespace

TEST_CASE("each decider takes its best, and the mean of the playouts has its share") {
  MadeStage mine({3, 1}, {0.2F, 0.7F, 0.4F}), theirs({1, 3}, {0.2F, 0.7F, 0.4F});
  CHECK(updated(mine, 0) == doctest::Approx(0.7));
  CHECK(updated(theirs, 0) == doctest::Approx(0.2));
  *mine.tree.mean(mine.root) = 0.3F;
  CHECK(updated(mine, 0.5F) == doctest::Approx(0.5));
  CHECK(updated(mine, 1) == doctest::Approx(0.3));
}

TEST_CASE("a stage is solved once its bounds meet") {
  MadeStage stage({3, 1}, {0.2F, 0.7F, 0.4F});
  stage.solve(0, 0.5F);
  updated(stage, 0);
  CHECK(!stage.tree[stage.root].solved);
  CHECK(*stage.tree.low(stage.root) == doctest::Approx(0.5));
  stage.solve(1, 1);
  CHECK(updated(stage, 0.2F) == doctest::Approx(1));
  CHECK(stage.tree[stage.root].solved);
}

TEST_CASE("in wide stages the share of the mean is continuous") {
  MadeStage stage({3, 1}, {0.2F, 0.7F, 0.4F});
  *stage.tree.mean(stage.root) = 0.3F;
  stage.tree[stage.root].expansion->table.reset(3, 1);
  float before = updated(stage, 0);
  CHECK(before == doctest::Approx(0.7 + 0.9 * (0.3 - 0.7)));
  for (int step = 1; step <= 1000; ++step) {
    const float now = updated(stage, static_cast<float>(step) / 1000);
    CHECK(std::abs(now - before) < 0.001);
    before = now;
  }
  CHECK(before == doctest::Approx(0.3));
  CHECK(updated(stage, 0, 0) == doctest::Approx(0.7));
  CHECK(updated(stage, 0, 0.001F) == doctest::Approx(0.7).epsilon(0.001));
}

TEST_CASE("the principal action is the decider's best, and of a mixed strategy the likeliest") {
  MadeStage mine({3, 1}, {0.2F, 0.7F, 0.4F}), theirs({1, 3}, {0.2F, 0.7F, 0.4F});
  MadeStage both({2, 2}, {0.9F, 0.8F, 0.2F, 0.1F});  // the first row is better in any case
  Backup backup(mine.payoffs, 0.1F, 0, 0);
  CHECK(backup.principal(mine.tree, mine.root) == 1);
  CHECK(backup.principal(theirs.tree, theirs.root) == 0);
  backup.update(both.tree, both.root);
  CHECK(backup.principal(both.tree, both.root) == 1);
}

TEST_CASE("who has won hurries, who has lost puts it off") {
  MadeStage mine({3, 1}, {0.5F, 0.5F, 0.5F}), theirs({1, 3}, {0.5F, 0.5F, 0.5F});
  for (const auto n : {0U, 1U, 2U}) {
    mine.solve(n, n == 2 ? 0 : 1);
    theirs.solve(n, 1);
    mine.tree[mine.child(n)].length = theirs.tree[theirs.child(n)].length =
        static_cast<std::uint16_t>(7 - 2 * n);
  }
  updated(mine, 0);
  updated(theirs, 0);
  CHECK(mine.tree[mine.root].length == 6);
  CHECK(theirs.tree[theirs.root].length == 8);
}

TEST_CASE("the share of the mean fades with the playouts") {
  MadeStage stage({3, 1}, {0.2F, 0.7F, 0.4F});
  *stage.tree.mean(stage.root) = 0.3F;
  const auto with = [&](float fade, std::uint64_t samples) {
    stage.tree[stage.root].samples = samples;
    Backup backup(stage.payoffs, 0.1F, 0.5F, 0, fade);
    backup.update(stage.tree, stage.root);
    return *stage.tree.value(stage.root);
  };
  CHECK(with(0, 1000) == doctest::Approx(0.5));
  CHECK(with(1000, 1000) == doctest::Approx(0.6));
  CHECK(with(1000, 1'000'000) == doctest::Approx(0.7).epsilon(0.01));
}
