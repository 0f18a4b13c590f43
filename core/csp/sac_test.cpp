#include "csp/sac.hpp"

#include <cstdint>

#include "base/random.hpp"
#include "testing/random_csp.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::csp;

namespace {

void check_sac(const Csp& csp) {
  Propagation propagation(csp);
  const auto solutions = brute_force(csp);
  const auto result = enforce_sac(propagation);
  CHECK(result.complete);
  if (!result.consistent) {
    CHECK(solutions.empty());
    return;
  }
  for (const auto& solution : solutions)
    for (VariableId x = 0; x < csp.sizes.size(); ++x) CHECK(propagation.domains().contains(x, solution[x]));
  for (VariableId x = 0; x < csp.sizes.size(); ++x)
    for (const auto a : propagation.domains().values(x)) {
      propagation.push();
      CHECK(propagation.assign(x, a));
      CHECK(propagation.propagate());
      propagation.pop();
    }
}

}  // namespace

TEST_CASE("every value left is singleton consistent, and no solution is lost") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    check_sac(random_csp(random));
  }
}

// Different neighbours on an odd cycle, with two colours.
TEST_CASE("singleton consistency is stronger than arc consistency") {
  Csp csp;
  for (int i = 0; i < 3; ++i) csp.add_variable(2);
  for (VariableId i = 0; i < 3; ++i) csp.add_table({{i, (i + 1) % 3}, {0, 1, 1, 0}, {}});
  Propagation propagation(csp);
  CHECK(propagation.propagate());
  CHECK(!enforce_sac(propagation).consistent);
}
