// MAC and forward checking against brute force on random problems.
#include "csp/search.hpp"

#include <cstdint>
#include <set>

#include "base/random.hpp"
#include "testing/arc_consistency.hpp"
#include "testing/random_csp.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::csp;

namespace {

std::set<Values> enumerate(Propagation& propagation, Search::Inference inference, bool check_arcs) {
  std::set<Values> found;
  Search search(propagation, {}, inference);
  while (search.next() == Step::solution) {
    Values values;
    for (VariableId x = 0; x < propagation.domains().count(); ++x)
      values.push_back(propagation.domains().value(x));
    if (check_arcs) CHECK(arc_consistent(propagation));
    CHECK(found.insert(values).second);
  }
  return found;
}

void check_search(const Csp& csp) {
  const auto expected = brute_force(csp);
  for (const auto& kind : propagator_kinds()) {
    CAPTURE(kind.name);
    Propagation propagation(csp, filter_named(kind.name));
    CHECK(enumerate(propagation, Search::Inference::arc_consistency, true) == expected);
    CHECK(propagation.depth() == 0);
    CHECK(enumerate(propagation, Search::Inference::forward_checking, false) == expected);
    CHECK(enumerate(propagation, Search::Inference::arc_consistency, false) == expected);
  }
}

}  // namespace

TEST_CASE("MAC and forward checking find the solutions, with every propagator") {
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    check_search(random_csp(random));
  }
}

TEST_CASE("without tables every assignment is a solution") {
  Csp csp;
  csp.add_variable(2);
  csp.add_variable(70);
  Propagation propagation(csp);
  CHECK(enumerate(propagation, Search::Inference::arc_consistency, true).size() == 140);
  CHECK(enumerate(propagation, Search::Inference::forward_checking, true).size() == 140);
}

TEST_CASE("a deadline that has passed interrupts, and nothing is missed afterwards") {
  Csp csp;
  for (int i = 0; i < 6; ++i) csp.add_variable(4);
  csp.add_table({{0, 1}, {0, 1, 1, 0, 2, 3, 3, 2}, {}});
  Propagation propagation(csp);
  Search search(propagation);
  std::size_t solutions = 0;
  std::size_t interruptions = 0;
  for (;;) {
    const auto step = search.next(Deadline::in(-1));
    if (step == Step::exhausted) break;
    (step == Step::solution ? solutions : interruptions) += 1;
  }
  CHECK(solutions == 4U * 4 * 4 * 4 * 4);
  CHECK(propagation.depth() == 0);
  Search first(propagation);
  CHECK(first.next() == Step::solution);
  first.reset();
  CHECK(propagation.depth() == 0);
}
