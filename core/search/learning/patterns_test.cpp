#include "search/learning/patterns.hpp"

#include <set>
#include <vector>

#include "base/random.hpp"
#include "circuit/circuit.hpp"
#include "search/learning/exclusions.hpp"
#include "search/learning/linear_evaluation.hpp"
#include "search/learning/neighbourhood.hpp"
#include "search/learning/pattern_finder.hpp"
#include "search/learning/trainer.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

bool holds(const std::vector<std::uint64_t>& state, std::uint32_t fluent) {
  return (state[fluent / 64] >> (fluent % 64) & 1U) != 0;
}

std::vector<std::uint64_t> random_state(Random& random, std::uint32_t fluents) {
  std::vector<std::uint64_t> words((fluents + 63) / 64);
  for (std::uint32_t f = 0; f < fluents; ++f)
    words[f / 64] |= std::uint64_t{random.below(3) == 0} << (f % 64);
  return words;
}

// Patterns of three or four fluents, by kind, with some blockers.
std::vector<Pattern> random_patterns(Random& random, std::uint32_t fluents) {
  std::vector<Pattern> patterns(1 + random.below(12));
  for (auto& pattern : patterns) {
    pattern.kind = random.below(2);
    std::set<std::uint32_t> all;
    while (all.size() < 3 + pattern.kind + 2) all.insert(random.below(fluents));
    for (const auto fluent : all)
      (pattern.fluents.size() < 3 + pattern.kind ? pattern.fluents : pattern.blockers).push_back(fluent);
  }
  return patterns;
}

LinearEvaluation random_evaluation(Random& random, std::uint32_t fluents) {
  LinearEvaluation evaluation(Contexts::by_fluents({0}), Payoffs(PayoffKind::kConstantSum, heap_game(3)),
                              fluents,
                              std::make_shared<const Patterns>(random_patterns(random, fluents), fluents));
  std::vector<Pair> pairs;
  for (std::uint32_t second = 1; second < fluents; ++second)
    if (random.below(2) == 0) pairs.push_back({random.below(second), second});
  evaluation = evaluation.with_pairs(pairs);
  for (auto& weight : evaluation.weights()) weight = static_cast<float>(random.real()) - 0.5F;
  return evaluation;
}

// By the definition, pattern by pattern and pair by pair: `add(feature)` for each that is open or holds.
template <typename Add>
void for_combinations(const LinearEvaluation& evaluation, const std::vector<std::uint64_t>& state, Add add) {
  const auto& patterns = evaluation.patterns().all();
  auto own = evaluation.fluents();
  std::uint32_t all_own = 0;
  for (const auto& pattern : patterns) all_own += static_cast<std::uint32_t>(pattern.fluents.size());
  for (const auto& pattern : patterns) {
    std::uint32_t held = 0, blocked = 0;
    for (const auto fluent : pattern.fluents) held += holds(state, fluent) ? 1 : 0;
    for (const auto fluent : pattern.blockers) blocked += holds(state, fluent) ? 1 : 0;
    bool first_kind = false;  // whether there is one with three fluents, whose features come first
    for (const auto& other : patterns) first_kind = first_kind || other.kind == 0;
    if (held > 0 && blocked == 0) {
      add(own + held - 1);
      add(evaluation.fluents() + all_own + (pattern.kind == 1 && first_kind ? 3 : 0) + held - 1);
    }
    own += static_cast<std::uint32_t>(pattern.fluents.size());
  }
  auto feature = evaluation.first_pair();
  for (const auto& [first, second] : evaluation.pairs().all()) {
    if (holds(state, first) && holds(state, second)) add(feature);
    ++feature;
  }
}

}  // namespace

TEST_CASE("open patterns add what their features are worth, counted anew or from a neighbour") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto fluents = 10 + random.below(100);
    const auto evaluation = random_evaluation(random, fluents);
    const auto centre = random_state(random, fluents);
    Neighbourhood neighbourhood;
    neighbourhood.set_evaluation(evaluation);
    neighbourhood.set_centre(centre.data());
    for (int i = 0; i < 20; ++i) {
      const auto state = random_state(random, fluents);
      const auto context = holds(state, 0) ? 0U : 1U;
      float sum = evaluation.weight(context, evaluation.features(), 0);
      for (std::uint32_t f = 0; f < fluents; ++f)
        if (holds(state, f)) sum += evaluation.weight(context, f, 0);
      for_combinations(evaluation, state,
                       [&](std::uint32_t feature) { sum += evaluation.weight(context, feature, 0); });
      float direct = 0, near = 0;
      evaluation.logits(state.data(), &direct);
      neighbourhood.logits(state.data(), nullptr, &near);
      CHECK(direct == doctest::Approx(sum).epsilon(1e-4));
      CHECK(near == doctest::Approx(sum).epsilon(1e-4));
    }
  }
}

TEST_CASE("a first step moves the features that hold, and no others") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto fluents = 10 + random.below(100);
    const auto evaluation = random_evaluation(random, fluents);
    const auto state = random_state(random, fluents);
    std::set<std::uint32_t> active{evaluation.features()};
    for (std::uint32_t f = 0; f < fluents; ++f)
      if (holds(state, f)) active.insert(f);
    for_combinations(evaluation, state, [&](std::uint32_t feature) { active.insert(feature); });
    LearnerOptions options;
    options.shared = 0;
    Trainer trainer(evaluation, options);
    const float target = 1;
    trainer.learn(state.data(), &target);
    const auto context = holds(state, 0) ? 0U : 1U;
    for (std::uint32_t feature = 0; feature <= evaluation.features(); ++feature) {
      const auto change =
          trainer.current().weight(context, feature, 0) - evaluation.weight(context, feature, 0);
      CHECK((change > 0) == active.contains(feature));
    }
  }
}

TEST_CASE("patterns are found in definitions that are factored and guarded by negations") {
  // Fluents 0 … 4: (0 and 1 and (2 or 3)) or (2 and 3 and 4), and 5 does not hold.
  circuit::Circuit circuit(6, {1}, -1);
  const auto fluent = [&](std::uint32_t f) { return circuit::signal_of(circuit.fluent_node(f)); };
  const auto two = circuit.all_of({fluent(0), fluent(1), circuit.any_of({fluent(2), fluent(3)})});
  const auto lines = circuit.any_of({two, circuit.all_of({fluent(2), fluent(3), fluent(4)})});
  circuit.terminal = circuit.all_of({lines, circuit::negate(fluent(5))});
  circuit.goals.push_back({0, 100, circuit.any_of({fluent(0), fluent(5)})});
  std::set<std::vector<std::uint32_t>> found;
  for (const auto& pattern : find_patterns(circuit)) found.insert(pattern.fluents);
  CHECK(found == std::set<std::vector<std::uint32_t>>{{0, 1, 2}, {0, 1, 3}, {2, 3, 4}});
}

TEST_CASE("definitions that cannot be multiplied out have no patterns") {
  circuit::Circuit circuit(200, {1}, -1);
  std::vector<circuit::Signal> pairs;
  for (std::uint32_t f = 0; f < 200; f += 2)
    pairs.push_back(circuit.any_of(
        {circuit::signal_of(circuit.fluent_node(f)), circuit::signal_of(circuit.fluent_node(f + 1))}));
  circuit.terminal = circuit.all_of(pairs);
  CHECK(find_patterns(circuit).empty());
}

TEST_CASE("what never holds together excludes each other, once it was seen often enough") {
  // Fluents 0 and 1 take turns, 2 holds at random, 3 never.
  const std::vector<Pattern> patterns{{{0, 2, 3}, 0, {}}, {{1, 2, 3}, 0, {}}};
  Exclusions exclusions(patterns, 4, 64);
  Random random(3);
  for (std::uint32_t game = 0; game < 64; ++game) {
    const std::uint64_t state = (game % 2 == 0 ? 1U : 2U) | (random.below(2) << 2U);
    exclusions.note(game, &state);
  }
  CHECK(exclusions.exclude(0, 1));
  CHECK_FALSE(exclusions.exclude(0, 2));
  CHECK_FALSE(exclusions.exclude(0, 3));
  const auto with = exclusions.with_blockers(patterns);
  CHECK(with[0].blockers == std::vector<std::uint32_t>{1});
  CHECK(with[1].blockers == std::vector<std::uint32_t>{0});
}
