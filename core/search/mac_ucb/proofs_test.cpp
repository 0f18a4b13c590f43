#include "search/mac_ucb/proofs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "search/mac_ucb/mac_ucb.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

constexpr std::uint32_t kSize = 20;

State heap(std::uint32_t left, bool first) {
  auto fluents = std::vector{left};
  if (first) fluents.push_back(kSize + 1);
  return {kSize + 2, fluents};
}

// The heaps in reverse, as if that were a symmetry.
symmetry::Canonical reversed() {
  auto turn = symmetry::Permutation::identity(kSize + 2, 6);
  std::reverse(turn.fluents.begin(), turn.fluents.begin() + kSize + 1);
  return {kSize + 2, 6, {turn}};
}

// A root of the heap game in a tree that knows the heaps after its two moves and after the replies to these,
// as they are or turned.
struct Proving {
  Engines engines{heap_game(kSize)};
  symmetry::Canonical group = reversed();
  bool turned;
  std::uint32_t role;
  Payoffs payoffs = Payoffs(PayoffKind::kConstantSum, heap_game(kSize));
  PolicyTree tree{kSize + 2, 1};
  Backup backup{payoffs, 0.1F, 0, 0};
  Proofs proofs;
  StageId root;

  Proving(std::uint32_t left, std::uint32_t role_of_proofs, bool in_images = false)
      : turned(in_images),
        role(role_of_proofs),
        proofs(engines, role, payoffs, 0.1, tree, backup),
        root(stage(left, role == 0, 0)) {
    const auto children = expand(root, left, role == 0);
    for (std::uint32_t n = 0; n < 2; ++n) expand(children[n], left - 1 - n, role != 0);
    if (turned) proofs.set_symmetry(&group);
    proofs.set_root(heap(left, role == 0), turned ? 1 : symmetry::kIdentity);
  }
  StageId stage(std::uint32_t left, bool first, std::uint32_t depth) {
    bool made = false;
    const auto state = heap(left, first);
    std::vector<std::uint64_t> words(state.word_count());
    group[turned ? 1 : symmetry::kIdentity].map(state.words(), words);
    const auto id = tree.obtain(words, depth, made);
    *tree.high(id) = 1;
    *tree.value(id) = 0.5F;
    return id;
  }
  std::vector<StageId> expand(StageId id, std::uint32_t left, bool first) {
    auto expansion = std::make_unique<Expansion>();
    expansion->counts = first ? std::vector{2U, 1U} : std::vector{1U, 2U};
    expansion->moves = first ? std::vector{0, 1, 2} : std::vector{2, 0, 1};
    expansion->deciders = {first ? 0U : 1U};
    for (std::uint32_t taken = 1; taken <= 2; ++taken)
      expansion->children.push_back(stage(left - taken, !first, tree[id].depth + 1));
    const auto children = expansion->children;
    tree.expand(id, std::move(expansion));
    return children;
  }
  void prove() {
    Budget budget{.simulations = 10'000};
    proofs.prove(budget, root, 1, 10'000);
    proofs.enter(root);
  }
};

}  // namespace

TEST_CASE("what is proven solves stages of the tree, for either role, and values go back") {
  for (const auto [role, turned] : {std::pair{0U, false}, {1U, false}, {0U, true}, {1U, true}})
    for (const auto left : {10U, 11U, 13U}) {
      CAPTURE(role);
      CAPTURE(turned);
      CAPTURE(left);
      Proving game(left, role, turned);
      game.prove();
      const auto& children = game.tree[game.root].expansion->children;
      const auto right = left % 3 - 1;
      CHECK((game.tree[children[0]].solved || game.tree[children[1]].solved));
      for (std::uint32_t n = 0; n < 2; ++n) {
        const auto& child = game.tree[children[n]];
        if (!child.solved) continue;
        CHECK(*game.tree.value(children[n]) == ((n == right) == (role == 0) ? 1 : 0));
        CHECK(child.length > 0);
      }
      CHECK(game.tree[game.root].solved == game.tree[children[right]].solved);
    }
}

TEST_CASE("proofs stop at their share of the work, and at depths that are too dear") {
  Proving game(19, 0);
  Budget budget;
  const auto solved = [&] {
    game.proofs.enter(game.root);
    const auto& children = game.tree[game.root].expansion->children;
    return game.tree[children[0]].solved || game.tree[children[1]].solved;
  };
  game.proofs.note_sampling(1e-9);
  budget.simulations = 12;
  game.proofs.prove(budget, game.root, 1, 12);
  CHECK(!solved());
  budget.simulations.reset();
  game.proofs.prove(budget, game.root, 1, 0);  // has had far more than a tenth of the sampling
  CHECK(!solved());
  game.proofs.note_sampling(1e9);
  game.proofs.prove(budget, game.root, 1e-9, 0);
  CHECK(!solved());
  game.proofs.prove(budget, game.root, 1e9, 0);
  CHECK(solved());
}

TEST_CASE("a search with proofs plays on as it should from root to root, whatever is solved above") {
  const Engines engines(heap_game(kSize));
  for (const auto role : {0U, 1U}) {
    MacUcb search(engines.lanes, role, {}, {}, {}, &engines);
    for (std::uint32_t left = kSize; left > 2; left -= 3) {
      CAPTURE(role);
      CAPTURE(left);
      search.set_root(heap(left, role == 0));
      search.run({.simulations = 20'000});
      const auto report = search.report();
      CHECK(report.moves[report.chosen].move + 1 == left % 3);
      CHECK(report.samples > 0);
    }
  }
}

TEST_CASE("a stage solved by a proof is opened again as a root, for the move to play") {
  const Engines engines(heap_game(kSize));
  MacUcb search(engines.lanes, 0, {}, {}, {}, &engines);
  Budget budget{.simulations = 5'000};
  search.set_root(heap(8, true));
  search.run(budget);
  for (const auto reply : {1U, 2U}) {  // after taking two the others are lost, which is proven
    search.set_root(heap(6 - reply, true));
    search.run(budget);
    const auto report = search.report();
    CHECK(report.moves[report.chosen].move + 1 == (6 - reply) % 3);
    CHECK((report.moves[report.chosen].visits > 0 || report.moves[report.chosen].proven));
    search.set_root(heap(8, true));
  }
}

TEST_CASE("a move that is looked into alone is refuted once, and the tree learns of it") {
  for (const auto [role, turned] : {std::pair{0U, false}, {1U, false}, {0U, true}, {1U, true}}) {
    CAPTURE(role);
    CAPTURE(turned);
    Proving game(10, role, turned);
    const Budget budget{.simulations = 10'000};
    CHECK(!game.proofs.refute(budget, 0));  // nine are left to the others, who lose
    CHECK(game.proofs.refute(budget, 1));
    CHECK(!game.proofs.refute(budget, 1));  // that is known by now
    game.proofs.enter(game.root);
    const auto& children = game.tree[game.root].expansion->children;
    REQUIRE(game.tree[children[1]].solved);
    CHECK(*game.tree.value(children[1]) == (role == 0 ? 0 : 1));
    CHECK(!game.tree[children[0]].solved);
  }
}
