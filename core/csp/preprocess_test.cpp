#include "csp/preprocess.hpp"

#include <set>

#include "base/random.hpp"
#include "csp/propagation.hpp"
#include "testing/random_csp.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::csp;

namespace {

// The solutions of what is left, in the values of the problem.
std::set<Values> extended(const Preprocessed& left, const Domains& domains) {
  std::set<Values> found;
  for (const auto& solution : brute_force(left.csp)) {
    Values values;
    for (VariableId x = 0; x < domains.count(); ++x) {
      const auto number = left.numbers[x];
      values.push_back(number == Preprocessed::kBound ? domains.value(x)
                                                      : left.values[number][solution[number]]);
    }
    found.insert(values);
  }
  return found;
}

Table equal(VariableId x, VariableId y) { return {{x, y}, {0, 0, 1, 1}, {}}; }

}  // namespace

TEST_CASE("preprocessing keeps every solution and adds none") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto csp = random_csp(random);
    Propagation propagation(csp);
    propagation.push();
    const auto x = random.below(static_cast<std::uint32_t>(csp.sizes.size()));
    const auto a = random.below(csp.sizes[x]);
    if (!propagation.assign(x, a) || !propagation.propagate()) continue;
    std::set<Values> expected;
    for (const auto& solution : brute_force(csp))
      if (solution[x] == a) expected.insert(solution);
    const auto left = preprocess(csp, propagation.domains());
    CHECK(extended(left, propagation.domains()) == expected);
    for (const auto number : left.numbers)
      CHECK((number == Preprocessed::kBound || left.csp.sizes[number] > 1));
  }
}

TEST_CASE("constraints of one scope are one, and universal variables leave theirs") {
  Csp csp;
  for (int i = 0; i < 3; ++i) csp.add_variable(2);
  csp.add_variable(3);
  csp.add_table(equal(0, 1));
  csp.add_table({{1, 0}, {0, 0, 1, 1, 0, 1}, {}});
  csp.add_table({{0, 2, 3}, {0, 0, 0, 0, 0, 1, 0, 0, 2, 1, 1, 0, 1, 1, 1, 1, 1, 2}, {}});  // whatever 3 is
  Propagation propagation(csp);
  CHECK(propagation.propagate());
  const auto left = preprocess(csp, propagation.domains());
  CHECK(left.merged == 1);
  CHECK(left.universal == 1);
  CHECK(left.csp.tables.size() == 2);
  CHECK(left.csp.tables[0].rows() == 2);
  CHECK(left.csp.tables[1].scope == std::vector<VariableId>{0, 2});
  CHECK(left.origins[0] == std::vector<std::uint32_t>{0, 1});
}
