#include "search/learning/neighbourhood.hpp"

#include <vector>

#include "base/random.hpp"
#include "testing/random_evaluation.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

std::vector<std::uint64_t> random_state(Random& random, std::uint32_t fluents) {
  std::vector<std::uint64_t> words((fluents + 63) / 64);
  for (std::uint32_t f = 0; f < fluents; ++f) words[f / 64] |= std::uint64_t{random.below(2)} << (f % 64);
  return words;
}

}  // namespace

TEST_CASE("sums from what differs are the sums from the beginning") {
  Neighbourhood neighbourhood;  // of one evaluation after the other
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto fluents = 1 + random.below(200);
    const auto kind = seed % 2 == 0 ? PayoffKind::kConstantSum : PayoffKind::kGeneral;
    const auto evaluation = random_evaluation(random, fluents, kind);
    CHECK(evaluation.heads() == (seed % 2 == 0 ? 1 : 2));
    std::vector<std::uint64_t> keys(fluents);
    for (auto& key : keys) key = random();
    const auto hash = [&](const std::vector<std::uint64_t>& words) {
      std::uint64_t sum = 0;
      for_each_fluent(words.data(), evaluation.words(), [&](std::uint32_t f) { sum ^= keys[f]; });
      return sum;
    };
    const auto centre = random_state(random, fluents);
    neighbourhood.set_evaluation(evaluation);
    neighbourhood.set_centre(centre.data());
    for (int i = 0; i < 20; ++i) {
      const auto other = random_state(random, fluents);
      const auto context = holds(other.data(), fluents / 2) ? 0U : 1U;
      CHECK(evaluation.contexts().of(other.data()) == context);
      float near[2], direct[2];
      CHECK((neighbourhood.logits(other.data(), keys.data(), near) ^ hash(centre)) == hash(other));
      evaluation.logits(other.data(), direct);
      for (std::uint32_t head = 0; head < evaluation.heads(); ++head) {
        float sum = evaluation.weight(context, evaluation.features(), head);
        for (std::uint32_t f = 0; f < fluents; ++f)
          if (holds(other.data(), f)) sum += evaluation.weight(context, f, head);
        auto feature = evaluation.first_pair();
        for (const auto& [first, second] : evaluation.pairs().all()) {
          if (holds(other.data(), first) && holds(other.data(), second))
            sum += evaluation.weight(context, feature, head);
          ++feature;
        }
        CHECK(direct[head] == doctest::Approx(sum).epsilon(1e-4));
        CHECK(near[head] == doctest::Approx(sum).epsilon(1e-4));
      }
    }
  }
}

TEST_CASE("weights of pairs that have changed count once the evaluation is set again") {
  Random random(1);
  auto evaluation = random_evaluation(random, 80, PayoffKind::kGeneral);
  Neighbourhood neighbourhood;
  for (int round = 0; round < 3; ++round) {
    if (round == 2) evaluation = evaluation.untaught({{0, 1}, {3, 79}, {40, 41}});
    for (auto& weight : evaluation.weights()) weight = static_cast<float>(random.real()) - 0.5F;
    neighbourhood.set_evaluation(evaluation);
    for (int i = 0; i < 20; ++i) {
      const auto centre = random_state(random, 80), other = random_state(random, 80);
      neighbourhood.set_centre(centre.data());
      float near[2], direct[2];
      neighbourhood.logits(other.data(), nullptr, near);
      evaluation.logits(other.data(), direct);
      for (const auto head : {0, 1}) CHECK(near[head] == doctest::Approx(direct[head]).epsilon(1e-4));
    }
  }
}
