#include "search/matrix_game.hpp"

#include <cmath>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock::search;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-5; }

}  // namespace

TEST_CASE("small matrices are solved exactly") {
  MatrixGame game;
  MatrixSolution solution;
  game.solve(std::vector<float>{1, 0, 0, 1}, 2, 2, solution);
  CHECK(near(solution.value, 0.5));
  CHECK(near(solution.row[0], 0.5));
  CHECK(near(solution.column[1], 0.5));
  game.solve(std::vector<float>{1, 0, 0, 0.5F}, 2, 2, solution);
  CHECK(near(solution.value, 1.0 / 3));
  CHECK(near(solution.row[0], 1.0 / 3));
  CHECK(near(solution.column[0], 1.0 / 3));
  // A saddle point, and more columns than rows.
  game.solve(std::vector<float>{0.4F, 0.5F, 0.9F, 0.1F, 0.2F, 0.3F}, 2, 3, solution);
  CHECK(near(solution.value, 0.4));
  CHECK(near(solution.row[0], 1));
  CHECK(near(solution.column[0], 1));
  game.solve(std::vector<float>{0.7F}, 1, 1, solution);
  CHECK(near(solution.value, 0.7));
}

TEST_CASE("regret matching comes near an equilibrium") {
  RegretMatching matching;
  Regrets known;
  const std::vector<float> payoffs{1, 0, 0, 0.5F, 0, 1, 1, 0.5F};
  const std::vector<std::uint32_t> counts{2, 2};
  matching.improve(payoffs, counts, 5000, known);
  CHECK(std::abs(known.strategies[0] - 1.0 / 3) < 0.02);
  CHECK(std::abs(known.strategies[2] - 1.0 / 3) < 0.02);
  SUBCASE("and goes on where payoffs changed") {
    const std::vector<float> other{0.5F, 0, 0, 1, 0.5F, 1, 1, 0};
    for (int k = 0; k < 2000; ++k) matching.improve(other, counts, 4, known);
    CHECK(std::abs(known.strategies[0] - 2.0 / 3) < 0.02);
    CHECK(std::abs(known.strategies[2] - 2.0 / 3) < 0.02);
  }
}

TEST_CASE("regret matching of three players, with different numbers of moves") {
  // Each is paid for one of its moves, whatever the others do, and the third for agreeing with the second.
  const std::vector<std::uint32_t> counts{2, 3, 3};
  std::vector<float> payoffs(3 * 18, 0.0F);
  for (std::uint32_t a = 0; a < 18; ++a) {
    const auto first = a / 9, second = a / 3 % 3, third = a % 3;
    payoffs[a] = first == 1 ? 1 : 0;
    payoffs[18 + a] = second == 2 ? 1 : 0.25F * static_cast<float>(first);
    payoffs[36 + a] = third == second ? 1 : 0;
  }
  RegretMatching matching;
  Regrets known;
  matching.improve(payoffs, counts, 500, known);
  REQUIRE(known.strategies.size() == 8);
  CHECK(known.strategies[1] > 0.98F);
  CHECK(known.strategies[4] > 0.98F);
  CHECK(known.strategies[7] > 0.98F);
}
