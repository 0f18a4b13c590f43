#include "search/mac_ucb/later_moves.hpp"

#include "testing/made_stage.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

// Two moves of role 0 at the root, then one of them is looked at below.
struct Counting : MadeStage {
  Counting() : MadeStage({2, 1}, {0.5F, 0.5F}) { expansion().table.reset(2, 1); }

  circuit::Circuit game = heap_game(7);
  Options options;
  LaterMoves later_moves{options, payoffs, game, tree};

  // Ten playouts after the root's first move; in four of them, all won, the second one is made later.
  void count() {
    Leaf leaf;
    leaf.path = {root, child(0)};
    leaf.taken = {0};
    leaf.expand = false;
    Estimates estimates;
    estimates.weights = {10};
    estimates.sums = {500, 500};
    estimates.move_weights.assign(6, 0);
    estimates.move_sums.assign(12, 0);
    estimates.move_weights[1] = 4;
    estimates.move_sums[2] = 400;
    later_moves.count(leaf, 0, estimates);
  }
};

}  // namespace

TEST_CASE("moves are counted in wide games alone, and never with the switch off") {
  Counting stage;
  CHECK(!stage.later_moves.counted(stage.options.wide - 1));
  CHECK(stage.later_moves.counted(stage.options.wide));
  CHECK(!stage.later_moves.suffice());
  stage.options.wide = 0;
  CHECK(!stage.later_moves.counted(1e6));
}

TEST_CASE("a move made later counts for the stages above, the one taken with all playouts") {
  Counting stage;
  stage.count();
  const auto& table = stage.expansion().table;
  CHECK(table.made() == 14);
  std::vector<float> effects;
  table.effects(effects);
  CHECK(effects[1] > 0);
  CHECK(effects[0] < 0);
}

TEST_CASE("moves to images of one state have one row, and their successor is judged once") {
  Counting stage;
  stage.expansion().children[1] = stage.child(0);
  stage.expansion().twins = {0, 0};
  stage.count();
  std::vector<float> effects;
  stage.expansion().table.effects(effects);
  CHECK(stage.expansion().table.made() == 14);
  CHECK(effects[0] == doctest::Approx(0));  // nothing to tell them by
  CHECK(effects[1] == 0);
  *stage.tree.mean(stage.root) = 0.5F;
  stage.later_moves.foretell(stage.root, true);
  CHECK(*stage.tree.prior(stage.child(0)) == doctest::Approx(0.5));
}

TEST_CASE("successors are judged by what their moves seem to add, solved ones are left alone") {
  Counting stage;
  *stage.tree.mean(stage.root) = 0.5F;
  for (int i = 0; i < 100; ++i) stage.count();
  stage.later_moves.foretell(stage.root, true);
  CHECK(*stage.tree.prior(stage.child(1)) > *stage.tree.prior(stage.child(0)));
  CHECK(*stage.tree.value(stage.child(1)) > 0.5);
  CHECK(stage.tree[stage.child(1)].belief == stage.options.belief);
  stage.solve(1, 0);
  stage.later_moves.foretell(stage.root, true);
  CHECK(*stage.tree.value(stage.child(1)) == 0);
}

TEST_CASE("a new stage inherits the effects found where its decider last decided") {
  Counting stage;
  for (int i = 0; i < 100; ++i) stage.count();
  Leaf leaf;
  leaf.path = {stage.root, stage.child(0)};
  Expansion below;
  below.counts = {2, 1};
  below.moves = {1, 2, 0};  // the root's second move, and one that it has not
  below.deciders = {0};
  stage.later_moves.begin_table(leaf, below);
  CHECK(below.table.inherited(0)[0] > 0);
  CHECK(below.table.inherited(1)[0] == 0);
}
