#include "search/mac_ucb/selection.hpp"

#include "testing/made_stage.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

struct Selecting : MadeStage {
  using MadeStage::MadeStage;

  Options options;
  Workload workload{options};
  Backup backup{payoffs, 0.1F, 0, 0};
  Selection selection{options, payoffs, workload, tree, backup};
};

}  // namespace

TEST_CASE("the decider's best value is followed, unless a close one is less known or more is under way") {
  Selecting mine({3, 1}, {0.4F, 0.5F, 0.48F}), theirs({1, 3}, {0.4F, 0.5F, 0.48F});
  CHECK(mine.selection.pick(mine.root) == 1);
  CHECK(theirs.selection.pick(theirs.root) == 0);
  mine.tree[mine.child(2)].samples = 1;
  CHECK(mine.selection.pick(mine.root) == 2);
  mine.options.exploration = 0;
  CHECK(mine.selection.pick(mine.root) == 1);
  mine.selection.set_virtual_loss(0.03F);
  mine.expand(mine.child(1), {1, 2}, {0.5F, 0.6F});
  mine.tree[mine.child(1)].in_flight = 1;
  CHECK(mine.selection.pick(mine.root) == 2);
}

TEST_CASE("solved successors, leaves under way and what cannot help are passed over") {
  Selecting stage({3, 1}, {0.4F, 0.5F, 0.48F});
  stage.tree[stage.child(1)].in_flight = 1;
  CHECK(stage.selection.pick(stage.root) == 2);
  stage.solve(2, 0.45F);
  CHECK(stage.selection.pick(stage.root) == 0);
  *stage.tree.low(stage.root) = 0.45F;
  *stage.tree.high(stage.child(0)) = 0.45F;
  CHECK(stage.selection.pick(stage.root) == -1);
}

TEST_CASE("a job takes different leaves until its playouts are given out") {
  Selecting stage({3, 1}, {0.4F, 0.5F, 0.48F});
  Job job;
  stage.selection.choose(job, stage.root, 1);
  CHECK(job.count == 1);
  CHECK(job.leaves[0].id() == stage.child(1));
  CHECK(stage.tree[stage.root].in_flight == 1);
  Job rest, none;
  stage.selection.choose(rest, stage.root, 10'000);
  CHECK(rest.count == 2);
  CHECK(rest.leaves[0].id() != rest.leaves[1].id());
  stage.selection.choose(none, stage.root, 10'000);
  CHECK(none.count == 0);
}

TEST_CASE("a stage that several decide is looked at where their interests meet") {
  Selecting stage({2, 2}, {0.5F, 0.5F, 0.5F, 0.5F});
  stage.expansion().interest = {0.1F, 0.9F, 0.8F, 0.2F};
  CHECK(stage.selection.pick(stage.root) == 2);
  stage.tree[stage.child(2)].samples = 10'000;
  CHECK(stage.selection.pick(stage.root) == 3);
}

TEST_CASE("near the root every move gets its part of the looks, deeper only what looks good") {
  Selecting stage({3, 1}, {0.1F, 0.9F, 0.1F});
  stage.tree[stage.root].samples = 100'000;
  stage.tree[stage.child(0)].samples = 2'000;
  stage.tree[stage.child(2)].samples = 1'600;
  stage.tree[stage.child(1)].samples = 96'000;
  stage.options.attention = 0.05;
  CHECK(stage.selection.pick(stage.root) == 2);
  stage.tree[stage.child(2)].samples = 1'700;
  CHECK(stage.selection.pick(stage.root) == 1);
  stage.tree[stage.child(2)].samples = 100;
  stage.options.attention = 0;
  CHECK(stage.selection.pick(stage.root) == 1);
  stage.options.attention = 0.05;
  stage.tree[stage.root].depth = 2;
  CHECK(stage.selection.pick(stage.root) == 1);
}
