#include "search/learning/trainer.hpp"

#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

double cross_entropy(const LinearEvaluation& evaluation, const std::uint64_t* state, double target) {
  float logit = 0;
  evaluation.logits(state, &logit);
  const double p = 1 / (1 + std::exp(-double{logit}));
  return -target * std::log(p) - (1 - target) * std::log(1 - p);
}

}  // namespace

TEST_CASE("a step goes against the gradient of the cross entropy") {
  constexpr std::uint32_t kFluents = 70;
  Random random(1);
  LearnerOptions options;
  options.shared = 0;
  LinearEvaluation evaluation(Contexts(), Payoffs(PayoffKind::kConstantSum, heap_game(3)), kFluents);
  for (auto& weight : evaluation.weights()) weight = 0.2F * (static_cast<float>(random.real()) - 0.5F);
  std::vector<std::uint64_t> state(2);
  for (std::uint32_t f = 0; f < kFluents; ++f) state[f / 64] |= std::uint64_t{random.below(2)} << (f % 64);
  const float target = 0.8F;

  // By finite differences: zero where a fluent does not hold, and else one number, the error.
  float number = 0;
  evaluation.numbers(state.data(), &number);
  for (std::uint32_t f = 0; f <= kFluents; ++f) {
    CAPTURE(f);
    auto moved = evaluation;
    constexpr float kStep = 0.02F;
    moved.weights()[f] += kStep;
    const auto above = cross_entropy(moved, state.data(), target);
    moved.weights()[f] -= 2 * kStep;
    const auto below = cross_entropy(moved, state.data(), target);
    const bool holds = f == kFluents || (state[f / 64] >> (f % 64) & 1U) != 0;
    CHECK((above - below) / (2 * kStep) == doctest::Approx(holds ? number - target : 0).epsilon(0.02));
  }

  // The first step of Adagrad has the same length for every weight with a gradient.
  Trainer trainer(evaluation, options);
  trainer.learn(state.data(), &target);
  std::uint32_t active = 1;
  for (const auto word : state) active += static_cast<std::uint32_t>(std::popcount(word));
  const auto length = options.rate / std::sqrt(active);
  for (std::uint32_t f = 0; f <= kFluents; ++f) {
    const bool holds = f == kFluents || (state[f / 64] >> (f % 64) & 1U) != 0;
    const auto change = trainer.current().weights()[f] - evaluation.weights()[f];
    CHECK(change == doctest::Approx(holds ? (target > number ? length : -length) : 0).epsilon(0.01));
  }
}

TEST_CASE("weights that explain the targets are found, for each context, and averaged over the second half") {
  Random random(2);
  LearnerOptions options;
  options.shared = 0.5;
  const auto circuit = heap_game(3);
  Trainer trainer(LinearEvaluation(Contexts::by_fluents({0}), Payoffs(PayoffKind::kGeneral, circuit), 4),
                  options);
  const auto taught = [](std::uint64_t state) {  // in context 0 the first number follows fluent 1, else 2
    const bool mover = state & 1U;
    return mover ? (state & 2U ? 0.9F : 0.3F) : (state & 4U ? 0.2F : 0.6F);
  };
  for (int i = 0; i < 60'000; ++i) {
    const std::uint64_t state = random.below(16);
    const float numbers[2] = {taught(state), 1 - taught(state)};
    trainer.learn(&state, numbers);
  }
  const auto learned = trainer.averaged();
  for (std::uint64_t state = 0; state < 16; ++state) {
    CAPTURE(state);
    float numbers[2];
    learned.numbers(&state, numbers);
    CHECK(numbers[0] == doctest::Approx(taught(state)).epsilon(0.03));
    CHECK(numbers[1] == doctest::Approx(1 - taught(state)).epsilon(0.06));
  }
}

TEST_CASE("the average is that of the second half, about") {
  WeightAverage average(1);
  CHECK(average.mean().empty());
  for (int i = 1; i <= 1000; ++i) {
    const auto weight = static_cast<float>(i);
    average.add({&weight, 1});
    const auto mean = average.mean()[0];
    CAPTURE(i);
    CHECK(mean >= 0.7 * i - 1);
    CHECK(mean <= 0.85 * i + 1);
  }
}

TEST_CASE("pairs that come later learn what fluents alone cannot tell") {
  // Who has both or none of two fluents wins: whatever their weights, fluents alone say a half.
  const LinearEvaluation initial(Contexts(), Payoffs(PayoffKind::kConstantSum, heap_game(3)), 3);
  Trainer trainer(initial, {});
  const auto teach = [&] {
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t state = random.below(8);
      const float target = (state & 1U) == (state >> 1 & 1U) ? 0.9F : 0.1F;
      trainer.learn(&state, &target);
    }
  };
  const auto error = [&](const LinearEvaluation& evaluation) {
    float sum = 0;
    for (std::uint64_t state = 0; state < 8; ++state) {
      float number = 0;
      evaluation.numbers(&state, &number);
      sum += std::abs(number - ((state & 1U) == (state >> 1 & 1U) ? 0.9F : 0.1F)) / 8;
    }
    return sum;
  };
  teach();
  CHECK(error(trainer.averaged()) > 0.3F);
  const auto before = trainer.averaged();
  trainer.add_pairs({{0, 1}, {1, 2}});
  CHECK(trainer.averaged().features() == 5);
  for (std::uint64_t state = 0; state < 8; ++state) {
    float first = 0, second = 0;
    before.numbers(&state, &first);
    trainer.averaged().numbers(&state, &second);
    CHECK(first == second);
  }
  teach();
  teach();
  CHECK(error(trainer.averaged()) < 0.1F);
}
