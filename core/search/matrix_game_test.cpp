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
  std::vector<float> strategies;
  matching.solve(std::vector<float>{1, 0, 0, 0.5F, 0, 1, 1, 0.5F}, std::vector<std::uint32_t>{2, 2}, 5000,
                 strategies);
  CHECK(std::abs(strategies[0] - 1.0 / 3) < 0.02);
  CHECK(std::abs(strategies[2] - 1.0 / 3) < 0.02);
}
