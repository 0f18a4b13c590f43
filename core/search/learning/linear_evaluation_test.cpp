#include "search/learning/linear_evaluation.hpp"

#include <stdexcept>
#include <vector>

#include "base/random.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

LinearEvaluation random_evaluation(Random& random, std::uint32_t fluents, PayoffKind kind) {
  LinearEvaluation evaluation(Contexts::by_fluents({fluents / 2}), Payoffs(kind, heap_game(3)), fluents);
  std::vector<Pair> pairs;
  for (std::uint32_t first = 0; first < fluents; ++first)
    for (auto second = first + 1; second < fluents; ++second)
      if (random.below(20) == 0) pairs.push_back({first, second});
  evaluation = evaluation.with_pairs(pairs);
  for (auto& weight : evaluation.weights()) weight = static_cast<float>(random.real()) - 0.5F;
  return evaluation;
}

}  // namespace

TEST_CASE("sums from what differs are the sums from the beginning") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto fluents = 1 + random.below(200);
    const auto kind = seed % 2 == 0 ? PayoffKind::kConstantSum : PayoffKind::kGeneral;
    const auto evaluation = random_evaluation(random, fluents, kind);
    CHECK(evaluation.heads() == (seed % 2 == 0 ? 1 : 2));
    std::vector<std::uint64_t> keys(fluents);
    for (auto& key : keys) key = random();
    const auto state = [&] {
      std::vector<std::uint64_t> words((fluents + 63) / 64);
      for (std::uint32_t f = 0; f < fluents; ++f) words[f / 64] |= std::uint64_t{random.below(2)} << (f % 64);
      return words;
    };
    const auto hash = [&](const std::vector<std::uint64_t>& words) {
      std::uint64_t sum = 0;
      for (std::uint32_t f = 0; f < fluents; ++f)
        if (words[f / 64] >> (f % 64) & 1U) sum ^= keys[f];
      return sum;
    };
    const auto centre = state();
    Neighbourhood neighbourhood;
    neighbourhood.set_centre(evaluation, centre.data());
    for (int i = 0; i < 20; ++i) {
      const auto other = state();
      const auto context = other[fluents / 2 / 64] >> (fluents / 2 % 64) & 1U ? 0U : 1U;
      CHECK(evaluation.contexts().of(other.data()) == context);
      float near[2], direct[2];
      CHECK((neighbourhood.logits(other.data(), keys.data(), near) ^ hash(centre)) == hash(other));
      evaluation.logits(other.data(), direct);
      for (std::uint32_t head = 0; head < evaluation.heads(); ++head) {
        float sum = evaluation.weight(context, evaluation.features(), head);
        for (std::uint32_t f = 0; f < fluents; ++f)
          if (other[f / 64] >> (f % 64) & 1U) sum += evaluation.weight(context, f, head);
        auto feature = evaluation.first_pair();
        for (const auto& [first, second] : evaluation.pairs().all()) {
          if ((other[first / 64] >> (first % 64) & other[second / 64] >> (second % 64) & 1U) != 0)
            sum += evaluation.weight(context, feature, head);
          ++feature;
        }
        CHECK(direct[head] == doctest::Approx(sum).epsilon(1e-4));
        CHECK(near[head] == doctest::Approx(sum).epsilon(1e-4));
      }
    }
  }
}

TEST_CASE("with more pairs an evaluation says what it said before") {
  Random random(1);
  for (const auto kind : {PayoffKind::kConstantSum, PayoffKind::kGeneral}) {
    const auto evaluation = random_evaluation(random, 60, kind);
    const auto more = evaluation.with_pairs({{2, 7}, {7, 59}});
    CHECK(more.features() == evaluation.features() + 2);
    CHECK(more.pairs().all().back() == Pair{7, 59});
    for (int i = 0; i < 50; ++i) {
      const auto state = random() >> 4;
      float before[2], after[2];
      evaluation.logits(&state, before);
      more.logits(&state, after);
      for (std::uint32_t head = 0; head < evaluation.heads(); ++head) CHECK(before[head] == after[head]);
    }
    CHECK_THROWS_AS(evaluation.with_pairs({{7, 7}}), std::invalid_argument);
    CHECK_THROWS_AS(evaluation.with_pairs({{7, 60}}), std::invalid_argument);
  }
}
