// Values and bounds of single stages, from successors made up for it.
#include "search/mac_ucb/backup.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

// A stage of two players of constant sum: `counts` moves for each, successors with these values of the first.
struct Stage {
  Payoffs payoffs{PayoffKind::kConstantSum, heap_game(7)};
  PolicyTree tree{8, 1};
  StageId root = kNoStage;

  Stage(std::vector<std::uint32_t> counts, const std::vector<float>& values) {
    bool made = false;
    std::vector<std::uint64_t> words(1, 0);
    root = tree.obtain(words, 0, made);
    *tree.high(root) = 1;
    auto expansion = std::make_unique<Expansion>();
    expansion->counts = counts;
    for (std::uint32_t role = 0; role < 2; ++role) {
      for (std::uint32_t m = 0; m < counts[role]; ++m)
        expansion->moves.push_back(static_cast<std::int32_t>(m));
      if (counts[role] > 1) expansion->deciders.push_back(role);
    }
    for (const auto value : values) {
      ++words[0];
      const auto child = tree.obtain(words, 1, made);
      *tree.value(child) = value;
      *tree.high(child) = 1;
      tree[child].samples = 100;
      expansion->children.push_back(child);
    }
    tree.expand(root, std::move(expansion));
    tree[root].samples = 100 * values.size();
  }
  StageId child(std::size_t n) const { return tree[root].expansion->children[n]; }
  void solve(std::size_t n, float value) {
    tree[child(n)].solved = true;
    *tree.value(child(n)) = *tree.low(child(n)) = *tree.high(child(n)) = value;
  }
  float updated(float mix, float wide_mix = 0.9F) {
    Backup backup(payoffs, 0.1F, mix, wide_mix);
    backup.update(tree, root);
    return *tree.value(root);
  }
};

}  // namespace

TEST_CASE("each decider takes its best, and the mean of the playouts has its share") {
  Stage mine({3, 1}, {0.2F, 0.7F, 0.4F}), theirs({1, 3}, {0.2F, 0.7F, 0.4F});
  CHECK(mine.updated(0) == doctest::Approx(0.7));
  CHECK(theirs.updated(0) == doctest::Approx(0.2));
  *mine.tree.mean(mine.root) = 0.3F;
  CHECK(mine.updated(0.5F) == doctest::Approx(0.5));
  CHECK(mine.updated(1) == doctest::Approx(0.3));
}

TEST_CASE("a stage is solved once its bounds meet") {
  Stage stage({3, 1}, {0.2F, 0.7F, 0.4F});
  stage.solve(0, 0.5F);
  stage.updated(0);
  CHECK(!stage.tree[stage.root].solved);
  CHECK(*stage.tree.low(stage.root) == doctest::Approx(0.5));
  stage.solve(1, 1);
  CHECK(stage.updated(0.2F) == doctest::Approx(1));
  CHECK(stage.tree[stage.root].solved);
}

TEST_CASE("in wide stages the share of the mean is continuous") {
  Stage stage({3, 1}, {0.2F, 0.7F, 0.4F});
  *stage.tree.mean(stage.root) = 0.3F;
  stage.tree[stage.root].expansion->table.reset(3, 1);
  float before = stage.updated(0);
  CHECK(before == doctest::Approx(0.7 + 0.9 * (0.3 - 0.7)));
  for (int step = 1; step <= 1000; ++step) {
    const float now = stage.updated(static_cast<float>(step) / 1000);
    CHECK(std::abs(now - before) < 0.001);
    before = now;
  }
  CHECK(before == doctest::Approx(0.3));
  CHECK(stage.updated(0, 0) == doctest::Approx(0.7));
  CHECK(stage.updated(0, 0.001F) == doctest::Approx(0.7).epsilon(0.001));
}

TEST_CASE("where both choose at once, their equilibrium counts") {
  Stage pennies({2, 2}, {1, 0, 0, 1});
  CHECK(pennies.updated(0) == doctest::Approx(0.5).epsilon(0.01));
  const auto& expansion = *pennies.tree[pennies.root].expansion;
  REQUIRE(expansion.strategy.size() == 4);
  for (const auto weight : expansion.strategy) CHECK(weight == doctest::Approx(0.5).epsilon(0.01));
}
