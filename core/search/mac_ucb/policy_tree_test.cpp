#include "search/mac_ucb/policy_tree.hpp"

#include <memory>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock::search::mac_ucb;

TEST_CASE("stages are found by state and depth, and what is out of reach is freed") {
  PolicyTree tree(70, 1);
  bool made = false;
  std::vector<std::uint64_t> words{0, 0};
  const auto root = tree.obtain(words, 0, made);
  CHECK(made);
  CHECK(tree.find(words, 0) == root);
  CHECK(tree.find(words, 1) == kNoStage);
  auto expansion = std::make_unique<Expansion>();
  for (std::uint64_t i = 1; i <= 5000; ++i) {
    words[0] = i;
    expansion->children.push_back(tree.obtain(words, 1, made));
    CHECK(made);
  }
  tree.expand(root, std::move(expansion));
  CHECK(tree.size() == 5001);
  const auto full = tree.bytes();
  tree.sweep(root);
  CHECK(tree.size() == 5001);
  tree.collapse(root);
  tree.sweep(root);
  CHECK(tree.size() == 1);
  CHECK(tree.bytes() < full);
  CHECK(tree.room_for(5000, tree.bytes()));
  words[0] = 17;
  CHECK(tree.find(words, 1) == kNoStage);
  CHECK(tree.obtain(words, 1, made) != root);
  CHECK(made);
}

TEST_CASE("a stage is wide by what was made of its joint actions") {
  StageNode node;
  CHECK_FALSE(node.is_wide(1));  // nothing was yet
  node.expansion = std::make_unique<Expansion>();
  node.expansion->children.resize(48);
  CHECK(node.is_wide(48));
  CHECK_FALSE(node.is_wide(49));
  CHECK_FALSE(node.is_wide(0));
}
