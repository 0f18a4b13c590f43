#include "search/mac_ucb/harvest.hpp"

#include <memory>

#include "search/mac_ucb/evaluation.hpp"
#include "search/playouts.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

// The heap game, with two left: one or both are taken.
struct Harvesting {
  std::uint32_t size = 2;
  bool threats = false;
  Options options;
  std::shared_ptr<const Lanes> lanes =
      std::make_shared<const Lanes>(heap_game(size), LaneExecutor::kPortable);
  Payoffs payoffs{PayoffKind::kConstantSum, lanes->circuit()};
  PolicyTree tree{lanes->circuit().fluent_count(), 1};
  Workload workload{options};
  Backup backup{payoffs, 0.1F, 0, 0};
  LaterMoves later_moves{options, payoffs, lanes->circuit(), tree};
  Harvest harvest{options, payoffs, lanes->circuit(), workload, later_moves, tree, backup};
  Evaluation evaluation{options,
                        payoffs,
                        lanes,
                        [this] { return std::make_unique<LaneExpander>(lanes); },
                        [this] { return std::make_unique<Playouts>(lanes, 4096); },
                        threats};
  StageId root = kNoStage;
  Job job;

  explicit Harvesting(std::uint32_t left = 2, bool looks_for_threats = false)
      : size(left), threats(looks_for_threats) {
    bool made = false;
    const auto state = State::of_bytes(lanes->circuit().initial);
    root = tree.obtain(state.words(), 0, made);
    *tree.high(root) = 1;
  }
  void take(StageId id, bool expand) {
    job.count = 1;
    if (job.leaves.empty()) job.leaves.emplace_back();
    auto& leaf = job.leaves[0];
    leaf.path = {root};
    leaf.taken.clear();
    if (id != root) {
      leaf.path.push_back(id);
      leaf.taken.push_back(0);
    }
    leaf.words.assign(tree.words(id).begin(), tree.words(id).end());
    leaf.depth = tree[id].depth;
    leaf.expand = expand;
    job.most = options.most;
    job.complete = false;
    for (const auto each : leaf.path) ++tree[each].in_flight;
  }
};

}  // namespace

TEST_CASE("a leaf that was expanded has its successors, and terminal ones are solved") {
  Harvesting test;
  test.take(test.root, true);
  test.evaluation.evaluate(test.job, {});
  test.harvest.bring_in(test.job, test.root);
  const auto& node = test.tree[test.root];
  REQUIRE(node.expansion != nullptr);
  REQUIRE(node.expansion->children.size() == 2);
  CHECK(node.in_flight == 0);
  const auto one = node.expansion->children[0], both = node.expansion->children[1];
  CHECK(!test.tree[one].solved);
  CHECK(test.tree[one].own == test.options.least);
  CHECK(*test.tree.mean(one) == 0);
  CHECK(*test.tree.value(one) < *test.tree.prior(one));
  CHECK(test.tree[both].terminal);
  CHECK(*test.tree.value(both) == 1);
  CHECK(node.solved);  // taking both wins for certain
  CHECK(test.harvest.stages() == 1);
  CHECK(test.harvest.deepest() == 1);
  CHECK(!test.harvest.misjudged());
}

TEST_CASE("where the other wins at once whatever is done, a stage is lost as soon as it is expanded") {
  Harvesting test(3, true);
  test.take(test.root, true);
  test.evaluation.evaluate(test.job, {});
  test.harvest.bring_in(test.job, test.root);
  const auto& node = test.tree[test.root];
  CHECK(node.solved);
  CHECK(node.length == 2);
  CHECK(*test.tree.value(test.root) == 0);
  REQUIRE(node.expansion != nullptr);
  for (const auto child : node.expansion->children) {
    CHECK(test.tree[child].solved);
    CHECK(!test.tree[child].terminal);
    CHECK(test.tree[child].length == 1);
    CHECK(test.tree[child].own == 0);
  }
}

TEST_CASE("a leaf that was looked at as it is adds its playouts to all stages above") {
  Harvesting test;
  test.take(test.root, false);
  test.evaluation.evaluate(test.job, {});
  test.harvest.bring_in(test.job, test.root);
  CHECK(test.tree[test.root].own == test.options.least);
  CHECK(test.tree[test.root].samples == test.options.least);
  CHECK(test.tree[test.root].expansion == nullptr);
  CHECK(*test.tree.value(test.root) > 0.2);
  CHECK(*test.tree.value(test.root) < 0.8);
}

TEST_CASE("an incomplete job leaves nothing behind") {
  Harvesting test;
  test.take(test.root, true);
  test.harvest.bring_in(test.job, test.root);
  CHECK(test.tree[test.root].in_flight == 0);
  CHECK(test.tree[test.root].samples == 0);
  CHECK(test.harvest.stages() == 0);
}
