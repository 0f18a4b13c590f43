#include "search/learning/pair_finder.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

constexpr std::uint32_t kFluents = 12;
constexpr std::uint32_t kGames = 600, kLength = 5;

LinearEvaluation untaught(PayoffKind kind = PayoffKind::kConstantSum) {
  return {Contexts::by_fluents({0}), Payoffs(kind, heap_game(3)), kFluents};
}

// Games of random positions, whose outcome the function says by their first one and by chance.
template <class Outcome>
ReplayBuffer played(std::uint32_t heads, const Outcome& outcome, std::uint64_t seed) {
  Random random(seed);
  ReplayBuffer positions(1, heads, kGames * kLength);
  for (std::uint32_t game = 0; game < kGames; ++game) {
    std::uint64_t state = random.below(1U << kFluents);
    const float first = outcome(state, random);
    const float targets[] = {first, 1 - first};
    for (std::uint32_t ply = 0; ply < kLength; ++ply) {
      positions.add(&state, targets, game);
      state ^= std::uint64_t{1} << random.below(kFluents);
    }
  }
  return positions;
}

bool both(std::uint64_t state, std::uint32_t first, std::uint32_t second) {
  return (state >> first & state >> second & 1U) != 0;
}

// The same test, pair by pair, from the definition. Fluent 0 tells the context.
std::vector<Pair> telling(const LinearEvaluation& evaluation, const ReplayBuffer& positions) {
  std::vector<Pair> found;
  for (std::uint32_t first = 1; first < kFluents; ++first)
    for (auto second = first + 1; second < kFluents; ++second)
      for (std::uint32_t head = 0; head < evaluation.heads(); ++head) {
        std::map<std::uint32_t, double> sums;  // by game
        for (std::size_t i = 0; i < positions.size(); ++i) {
          float numbers[2];
          evaluation.numbers(positions.state(i), numbers);
          if (both(*positions.state(i), first, second))
            sums[positions.game(i)] += positions.target(i)[head] - numbers[head];
        }
        double sum = 0, squares = 0;
        for (const auto& [game, of_game] : sums) {
          sum += of_game;
          squares += of_game * of_game;
        }
        if (sum * sum < 16 * squares) continue;
        found.push_back({first, second});
        break;
      }
  return found;
}

std::vector<Pair> sorted(std::vector<Pair> pairs) {
  std::ranges::sort(pairs);
  return pairs;
}

}  // namespace

TEST_CASE("those pairs are found whose errors are to one side, game by game") {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    for (const auto kind : {PayoffKind::kConstantSum, PayoffKind::kGeneral}) {
      const auto evaluation = untaught(kind);
      const auto share = [&](std::uint64_t state, Random& random) {
        const bool good = both(state, 1 + seed % 4, 7) || both(state, 3, 9);
        return random.real() < (good ? 0.75 : 0.45) ? 1.0F : 0.0F;
      };
      const auto positions = played(evaluation.heads(), share, seed);
      const auto pairs = find_pairs(evaluation, positions, {}, 1000, {});
      REQUIRE(pairs.has_value());
      CHECK(sorted(*pairs) == telling(evaluation, positions));
      found += pairs->size();
    }
  }
  CHECK(found > 20);
}

TEST_CASE("whose turn it is may decide what a pair is worth") {
  // Players exchange nothing but the turn: a pair that is good for who is to move is good for both.
  Symmetry exchanged{{}, {1, 0}};
  for (std::uint32_t fluent = 0; fluent < kFluents; ++fluent) exchanged.fluents.push_back(fluent);
  std::swap(exchanged.fluents[0], exchanged.fluents[11]);
  const auto by_turn = [](std::uint64_t state, Random& random) {
    const double good = both(state, 3, 4) ? 0.4 : 0.0;
    return random.real() < 0.5 + ((state & 1U) != 0 ? good : -good) ? 1.0F : 0.0F;
  };
  Random random(1);
  ReplayBuffer positions(1, 1, kGames);
  for (std::uint32_t game = 0; game < kGames; ++game) {
    std::uint64_t state = random.below(1U << kFluents) & ~std::uint64_t{1U | 1U << 11};
    state |= random.below(2) == 0 ? 1U : 1U << 11;
    const float target = by_turn(state, random);
    positions.add(&state, &target, game);
  }
  const std::vector symmetries{exchanged};
  const auto pairs = find_pairs(untaught(), positions, symmetries, 1, {});
  REQUIRE(pairs.has_value());
  CHECK(*pairs == std::vector<Pair>{{3, 4}});
}

TEST_CASE("where chance decides no pair is found, as a rule; games count once, however long they are") {
  std::size_t found = 0;
  const auto by_chance = [](std::uint64_t, Random& random) { return random.real() < 0.5 ? 1.0F : 0.0F; };
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    found += find_pairs(untaught(), played(1, by_chance, seed), {}, 1000, {})->size();
  CHECK(found <= 3);  // of 5,500
}

TEST_CASE("pairs are taken with their images, and known ones are not found again") {
  // 1 … 5 are one player's, 6 … 10 the other's.
  const Symmetry exchanged{{11, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 0}, {1, 0}};
  const auto first_cells = [](std::uint64_t state, Random& random) {
    const double share = 0.5 + (both(state, 1, 2) ? 0.3 : 0.0) - (both(state, 6, 7) ? 0.3 : 0.0);
    return random.real() < share ? 1.0F : 0.0F;
  };
  const auto positions = played(1, first_cells, 1);
  const auto evaluation = untaught();
  const std::vector symmetries{exchanged};
  const auto pairs = find_pairs(evaluation, positions, symmetries, 1, {});
  REQUIRE(pairs.has_value());
  CHECK(sorted(*pairs) == std::vector<Pair>{{1, 2}, {6, 7}});
  // The same where each player has a number of its own.
  const auto apart = find_pairs(untaught(PayoffKind::kGeneral), played(2, first_cells, 1), symmetries, 1, {});
  REQUIRE(apart.has_value());
  CHECK(sorted(*apart) == std::vector<Pair>{{1, 2}, {6, 7}});
  const auto others = find_pairs(evaluation.with_pairs(*pairs), positions, symmetries, 1000, {});
  REQUIRE(others.has_value());
  for (const auto& pair : *others) CHECK(std::ranges::find(*pairs, pair) == pairs->end());
}

TEST_CASE("without time nothing is found out") {
  const auto even = [](std::uint64_t, Random&) { return 0.5F; };
  Budget budget;
  budget.deadline = Budget::Time::now();
  CHECK(!find_pairs(untaught(), played(1, even, 1), {}, 10, budget).has_value());
}
