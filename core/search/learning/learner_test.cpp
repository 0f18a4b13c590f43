#include "search/learning/learner.hpp"

#include <memory>
#include <stdexcept>
#include <vector>

#include "search/learning/duel.hpp"
#include "search/learning/learned_evaluator.hpp"
#include "testing/heap_game.hpp"
#include "testing/simultaneous_choice.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

// Whatever is asked, both roles get as much.
struct Even final : Evaluator {
  bool evaluate(const Inquiry& inquiry, const Budget&, Estimates& estimates) override {
    estimates = {};
    for (const auto& question : inquiry.questions) {
      estimates.weights.push_back(question.playouts);
      for (int role = 0; role < 2; ++role) estimates.sums.push_back(50.0 * question.playouts);
    }
    return true;
  }
};

}  // namespace

TEST_CASE("the heap game is learned: every heap is worth what it is") {
  constexpr std::uint32_t kSize = 20;
  const Engines engines(heap_game(kSize));
  Learner learner(engines, {}, 1);
  CHECK(learner.run({.simulations = 20'000}) == SearchEnd::kSimulations);
  const auto report = learner.report();
  CHECK(report.objection.empty());
  CHECK(report.contexts == "mover");
  CHECK(report.positions >= 20'000);
  CHECK(report.heads == 1);
  const auto evaluation = learner.evaluation();
  for (std::uint32_t heap = 1; heap <= kSize; ++heap)
    for (const bool first : {true, false}) {
      CAPTURE(heap);
      CAPTURE(first);
      const auto state =
          first ? State(kSize + 2, std::vector{heap, kSize + 1}) : State(kSize + 2, std::vector{heap});
      float number = 0;
      evaluation->numbers(state.words().data(), &number);
      const bool won = (heap % 3 != 0) == first;  // by the first role
      CHECK((number > 0.5F) == won);
    }

  const LinearEvaluation nothing(Contexts(), Payoffs::detect(*engines.lanes, 0), kSize + 2);
  const auto score = play_duel(engines.lanes, *evaluation, nothing, 200, 1, {});
  CHECK(score.games == 200);
  CHECK(score.share() > 0.55);  // openings decide many of the games
  CHECK(play_duel(engines.lanes, nothing, *evaluation, 200, 1, {}).share() < 0.45);
  CHECK(play_duel(engines.lanes, *evaluation, *evaluation, 200, 1, {}).share() == doctest::Approx(0.5));

  const auto trust = learner.trust(100, 7, {});
  CHECK(trust.games >= 100);
  CHECK(trust.net > 0.3);
  CHECK(trust.net > trust.playouts);
  CHECK(trust.variance > 0.05);

  LearnedEvaluator evaluator(evaluation, 2, 16, std::make_unique<Even>());
  const auto state = State(kSize + 2, std::vector{3U, kSize + 1});
  const Question question{state.words(), 64};
  Estimates estimates;
  CHECK(evaluator.evaluate({.questions = {&question, 1}}, {}, estimates));
  CHECK(estimates.weights[0] == 16 + 64);
  CHECK(estimates.sums[0] + estimates.sums[1] == doctest::Approx(100 * (16 + 64)));
  float number = 0;  // the evaluation's own answer
  evaluation->numbers(state.words().data(), &number);
  CHECK(estimates.sums[0] == doctest::Approx(50 * 64 + 100 * 16 * number));
}

TEST_CASE("a learner goes on from what another one has learned") {
  const Engines engines(heap_game(12));
  Learner taught(engines, {}, 1), fresh(engines, {}, 2);
  taught.run({.simulations = 5000});
  const auto weights = taught.evaluation()->weights();
  CHECK_THROWS_AS(fresh.resume(weights), std::invalid_argument);  // nothing is known of the game yet
  fresh.run({.simulations = 0});
  CHECK(fresh.evaluation()->weights() != weights);
  CHECK_THROWS_AS(fresh.resume({1.0F}), std::invalid_argument);
  fresh.resume(weights);
  CHECK(fresh.evaluation()->weights() == weights);
  fresh.run({.simulations = 5000});
  CHECK(fresh.evaluation()->weights() != weights);
  CHECK(fresh.trust(100, 7, {}).net > 0.3);
}

TEST_CASE("pairs come with what was learned, and replace those that were there") {
  const Engines engines(heap_game(12));
  Learner taught(engines, {}, 1), fresh(engines, {}, 2);
  taught.run({.simulations = 0});
  fresh.run({.simulations = 0});
  const auto evaluation = taught.evaluation()->with_pairs({{2, 5}, {3, 7}});
  auto weights = evaluation.weights();
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 0.01F * static_cast<float>(i);
  for (int time = 0; time < 2; ++time) {
    fresh.resume(weights, evaluation.pairs().all());
    CHECK(fresh.evaluation()->pairs().all() == evaluation.pairs().all());
    CHECK(fresh.evaluation()->weights() == weights);
  }
  CHECK_THROWS_AS(fresh.resume(weights), std::invalid_argument);
  CHECK_THROWS_AS(fresh.resume(weights, {{2, 5}, {7, 3}}), std::invalid_argument);
}

TEST_CASE("a number of positions and a seed decide everything; learning goes on where it stopped") {
  const Engines engines(heap_game(12));
  LearnerOptions options;
  options.candidates = 2;
  const auto learned = [&](std::uint64_t seed, bool in_parts) {
    Learner learner(engines, options, seed);
    learner.run({.simulations = in_parts ? 1000 : 2000});
    if (in_parts) learner.run({.simulations = 1000});
    learner.choose({}, 20);
    CHECK(learner.report().candidates == 1);
    CHECK(learner.report().duels.size() == 1);
    learner.run({.simulations = 500});
    return learner.evaluation()->weights();
  };
  CHECK(learned(3, false) == learned(3, false));
  CHECK(learned(3, false) != learned(4, false));
  CHECK(learned(3, true).size() == learned(3, false).size());
}

TEST_CASE("time and a flag end a run, also before anything is known") {
  const Engines engines(heap_game(12));
  Learner learner(engines, {}, 1);
  Budget budget;
  budget.deadline = Budget::Time::now();
  CHECK(learner.run(budget) == SearchEnd::kDeadline);
  CHECK(!learner.report().surveyed);
  CHECK(learner.evaluation()->heads() == 1);
  StopFlag stop;
  stop.set();
  Budget stopped;
  stopped.stop = &stop;
  CHECK(learner.run(stopped) == SearchEnd::kStopped);
  CHECK(learner.report().positions == 0);
}

TEST_CASE("games that nothing can be learned of say why") {
  Learner simultaneous(Engines(simultaneous_choice()), {}, 1);
  CHECK(simultaneous.run({.simulations = 100}) == SearchEnd::kSolved);
  CHECK(simultaneous.report().objection == "roles move at the same time");
  CHECK(simultaneous.trust(10, 1, {}).games == 0);

  auto pointless = heap_game(6);
  for (auto& goal : pointless.goals) goal.signal = goal.value == 100 ? circuit::kTrue : circuit::kFalse;
  Learner alike(Engines(pointless), {}, 1);
  CHECK(alike.run({}) == SearchEnd::kSolved);
  CHECK(alike.report().objection == "every game ends alike");

  CHECK_THROWS_AS(Learner(Engines(heap_game(6)).without_lanes(), {}, 1), std::invalid_argument);
}
