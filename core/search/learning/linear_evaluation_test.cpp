#include "search/learning/linear_evaluation.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/random.hpp"
#include "testing/random_evaluation.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

TEST_CASE("with more pairs an evaluation says what it said before") {
  Random random(1);
  for (const auto kind : {PayoffKind::kConstantSum, PayoffKind::kGeneral}) {
    const auto evaluation = random_evaluation(random, 60, kind);
    std::vector<Pair> fresh;
    for (std::uint32_t first = 0; fresh.size() < 2; ++first)
      if (!std::ranges::count(evaluation.pairs().all(), Pair{first, 59})) fresh.push_back({first, 59});
    const auto more = evaluation.with_pairs(fresh);
    CHECK(more.features() == evaluation.features() + 2);
    CHECK(more.pairs().all().back() == fresh.back());
    for (int i = 0; i < 50; ++i) {
      const auto state = random() >> 4;
      float before[2], after[2];
      evaluation.logits(&state, before);
      more.logits(&state, after);
      for (std::uint32_t head = 0; head < evaluation.heads(); ++head) CHECK(before[head] == after[head]);
    }
    CHECK_THROWS_AS(evaluation.with_pairs({{7, 7}}), std::invalid_argument);
    CHECK_THROWS_AS(evaluation.with_pairs({{7, 60}}), std::invalid_argument);
    CHECK_THROWS_AS(more.with_pairs({fresh[0]}), std::invalid_argument);
  }
}
