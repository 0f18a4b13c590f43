#include "evaluator/uct.hpp"

#include <algorithm>

#include "testing/nim.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::evaluator;

TEST_CASE("UCT finds the winning move") {
  const auto program = Program::compile(kNim);
  Uct search(program, {});
  UctLimits limits;
  limits.simulations = 2000;
  const auto report = search.search(program->initial(), limits, 1);
  CHECK(report.simulations == 2000);
  CHECK(report.nodes > 5);
  const auto& moves = report.moves[0];
  const auto best = std::max_element(moves.begin(), moves.end(),
                                     [](const UctMove& a, const UctMove& b) { return a.visits < b.visits; });
  CHECK(program->terms().text(best->move) == "(take 2)");  // leaves 3
  CHECK(report.moves[1].size() == 1);
}
