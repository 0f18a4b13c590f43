#include "search/learning/ties.hpp"

#include <numeric>
#include <stdexcept>

#include "base/random.hpp"
#include "search/learning/trainer.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

// Two players to move by turns (fluents 0 and 1), and three cells of each: 2 to 4, and 5 to 7.
constexpr std::uint32_t kFluents = 8;
const Symmetry kMirrored{{0, 1, 4, 3, 2, 7, 6, 5}, {0, 1}};
const Symmetry kExchanged{{1, 0, 5, 6, 7, 2, 3, 4}, {1, 0}};

LinearEvaluation untaught(PayoffKind kind, Patterns patterns = {}) {
  return {Contexts::by_fluents({0}), Payoffs(kind, heap_game(3)), kFluents,
          std::make_shared<const Patterns>(std::move(patterns))};
}

std::uint64_t image(const Symmetry& symmetry, std::uint64_t state) {
  std::uint64_t moved = 0;
  for (std::uint32_t fluent = 0; fluent < kFluents; ++fluent)
    moved |= (state >> fluent & 1U) << symmetry.fluents[fluent];
  return moved;
}

std::uint64_t random_state(Random& random) {
  return std::uint64_t{1} << random.below(2) | std::uint64_t{random.below(64)} << 2;
}

// Taught that one cell of one player is all that counts, so that nothing but the ties can make images alike.
LinearEvaluation taught(const LinearEvaluation& initial, const std::vector<Symmetry>& symmetries) {
  Random random(1);
  Trainer trainer(initial, {});
  trainer.set_ties(Ties(initial, symmetries, 2));
  for (int i = 0; i < 2000; ++i) {
    const auto state = random_state(random);
    const float numbers[] = {(state >> 2 & 1U) != 0 ? 0.9F : 0.1F, 0.5F};
    trainer.learn(&state, numbers);
  }
  return trainer.current();
}

}  // namespace

TEST_CASE("whatever is taught, images are worth the same, and exchanged players get what the other got") {
  for (const auto kind : {PayoffKind::kConstantSum, PayoffKind::kGeneral}) {
    const auto evaluation = taught(untaught(kind), {kMirrored, kExchanged});
    Random random(2);
    bool differ = false;
    for (int i = 0; i < 200; ++i) {
      const auto state = random_state(random);
      float numbers[2], mirrored[2], exchanged[2];
      evaluation.numbers(&state, numbers);
      const auto mirror = image(kMirrored, state), exchange = image(kExchanged, state);
      evaluation.numbers(&mirror, mirrored);
      evaluation.numbers(&exchange, exchanged);
      const auto& payoffs = evaluation.payoffs();
      for (std::uint32_t role = 0; role < 2; ++role) {
        const auto own = payoffs.utility(role, numbers);
        CHECK(payoffs.utility(role, mirrored) == doctest::Approx(own).epsilon(1e-4));
        CHECK(payoffs.utility(1 - role, exchanged) == doctest::Approx(own).epsilon(1e-4));
      }
      differ = differ || payoffs.utility(0, numbers) > 0.55F;
    }
    CHECK(differ);
  }
}

TEST_CASE("patterns are tied to their images, and so are their kinds") {
  const Patterns patterns({{{2, 3}, 0, {}}, {{3, 4}, 0, {}}, {{5, 6}, 1, {}}, {{6, 7}, 1, {}}}, kFluents);
  const auto initial = untaught(PayoffKind::kConstantSum, patterns);
  const Ties ties(initial, std::vector{kMirrored, kExchanged}, 2);
  const auto own = [&](std::uint32_t pattern, std::uint32_t context) {
    return ties.of(context * (initial.features() + 1) + kFluents + patterns.own_feature(pattern, 2));
  };
  CHECK(own(0, 0).weight == own(1, 0).weight);
  CHECK(own(0, 0).weight == own(2, 1).weight);
  CHECK(own(0, 0).sign == -own(2, 1).sign);
  CHECK(own(0, 0).weight != own(2, 0).weight);
}

TEST_CASE("pairs are tied to their images") {
  // Cells 2 and 3 go to 4 and 3 by the mirror, to 5 and 6 by the exchange; 2 and 4 are their own mirror
  // image.
  for (const auto kind : {PayoffKind::kConstantSum, PayoffKind::kGeneral}) {
    const auto initial = untaught(kind).with_pairs({{2, 3}, {3, 4}, {5, 6}, {2, 4}, {6, 7}});
    const auto evaluation = taught(initial, {kMirrored, kExchanged});
    const auto worth = [&](std::uint32_t pair, std::uint32_t context, std::uint32_t head) {
      return evaluation.weight(context, initial.first_pair() + pair, head);
    };
    const auto heads = initial.heads();
    for (std::uint32_t context = 0; context < 2; ++context) {
      CHECK(worth(0, context, 0) != 0);
      CHECK(worth(0, context, 0) == worth(1, context, 0));
      CHECK(worth(2, context, 0) == worth(4, context, 0));
      // Its exchange is no pair here: nothing ties it, and what was learned of it differs by the context.
      CHECK(worth(3, context, 0) != -worth(3, 1 - context, heads - 1));
      // The other player's, in the other context: the opposite, or its own number.
      CHECK(worth(0, context, 0) == (heads == 1 ? -1 : 1) * worth(2, 1 - context, heads - 1));
    }
  }
}

TEST_CASE("a weight that would have to be its own opposite is nothing") {
  const LinearEvaluation initial(Contexts(), Payoffs(PayoffKind::kConstantSum, heap_game(3)), kFluents);
  auto still = kExchanged;
  std::iota(still.fluents.begin(), still.fluents.end(), 0);
  const auto evaluation = taught(initial, {still});
  for (const auto weight : evaluation.weights()) CHECK(weight == 0);
}

TEST_CASE("what is no permutation is refused") {
  const auto initial = untaught(PayoffKind::kConstantSum);
  auto twice = kMirrored, few = kMirrored;
  twice.fluents[2] = 3;
  few.roles.pop_back();
  CHECK_THROWS_AS(Ties(initial, std::vector{twice}, 2), std::invalid_argument);
  CHECK_THROWS_AS(Ties(initial, std::vector{few}, 2), std::invalid_argument);
}
