#include "search/mac_ucb_2016/stage_tree.hpp"

#include <vector>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search::mac_ucb_2016;

namespace {

// One role; each policy leads to a state of its own.
stages::SolvedStage solved(std::uint64_t policies, std::uint64_t pruned) {
  stages::SolvedStage stage;
  for (std::uint32_t move = 0; move < policies; ++move)
    stage.policies.push_back({{move}, {move}, {{0, {move + std::uint64_t{1}}}}});
  stage.pruned = pruned;
  return stage;
}

StageTree tree_of(std::uint64_t policies, std::uint64_t pruned) {
  StageTree tree(1);
  tree.plant(State(4, std::vector<std::uint32_t>{}));
  tree.expand(0, solved(policies, pruned));
  return tree;
}

}  // namespace

TEST_CASE("a stage is explored when all that follows is, unless policies were pruned") {
  for (const std::uint64_t pruned : {0, 1}) {
    auto tree = tree_of(2, pruned);
    tree.end(1, {0.5});
    tree.back_up(0);
    CHECK_FALSE(tree[0].explored);
    tree.end(2, {1.0});
    tree.back_up(0);
    CHECK(tree[0].explored == (pruned == 0));
    CHECK(tree[0].value == std::vector{1.0});
  }
}

TEST_CASE("a stage whose policies are all pruned is done with, stays worth what it was, and proves nothing") {
  auto tree = tree_of(2, 0);
  tree[1].value = {0.25};
  tree.expand(1, solved(0, 3));
  tree.end(2, {0.0});
  tree.back_up(1);
  CHECK(tree[1].solved);
  CHECK_FALSE(tree[1].explored);
  CHECK_FALSE(tree[1].terminal);
  CHECK(tree[0].value == std::vector{0.25});
  CHECK_FALSE(tree[0].explored);
}
