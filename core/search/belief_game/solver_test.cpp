// Solved beliefs against known values and against exhaustive search.
#include "search/belief_game/solver.hpp"

#include <algorithm>
#include <memory>

#include "belief/progress.hpp"
#include "testing/hidden_number.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::belief;
using namespace woodstock::lanes;
using namespace woodstock::search::belief_game;

namespace {

// What role 0 can have, all actions and all that may be seen looked at.
double exhaustive(Prospect& prospect, const Belief& belief) {
  const auto choices = prospect.moves(belief);
  double best = 0;
  for (const auto move : choices[0]) {
    const std::vector<std::uint32_t> action{move, 0};
    const auto found = prospect.outcomes(belief, action);
    double mean = 0;
    for (const auto& ending : found.endings) mean += ending.probability * std::max(0, ending.goals[0]);
    for (const auto& sighting : found.sightings)
      mean += sighting.probability * exhaustive(prospect, sighting.belief);
    best = std::max(best, mean);
  }
  return best;
}

std::shared_ptr<const Lanes> hidden(std::uint32_t numbers) {
  return std::make_shared<const Lanes>(HiddenNumber{numbers}.circuit());
}

}  // namespace

TEST_CASE("peeking, a guess, and what is believed after either are solved") {
  for (const std::uint32_t numbers : {1, 2, 3, 6, 40}) {
    const auto lanes = hidden(numbers);
    Progress progress(lanes, 0);
    Prospect prospect(lanes, 0);
    Solver solver(lanes, 0);
    SolvedBeliefs known;
    const auto* solution = solver.solve(progress.initial(), known, {});
    REQUIRE(solution != nullptr);
    CHECK(solution->values[0] == doctest::Approx(numbers == 1 ? 100 : 90));
    CHECK(solution->values[0] == doctest::Approx(exhaustive(prospect, progress.initial())));
    double total = 0, mean = 0;
    for (const auto& ending : solution->endings) {
      total += ending.probability;
      mean += ending.probability * ending.goals[0];
    }
    CHECK(total == doctest::Approx(1));
    CHECK(mean == doctest::Approx(solution->values[0]));
    const auto dealt = progress.step(progress.initial(), {HiddenNumber::kWait, {}}).belief.sorted();
    REQUIRE(known.find(dealt) != nullptr);
    CHECK(known.find(dealt)->best[0] == (numbers == 1 ? HiddenNumber::kGuess : HiddenNumber::kPeek));
    CHECK(known.bytes() > 0);
    // Asked again it is known.
    CHECK(solver.solve(dealt, known, {.steps = 0}) == known.find(dealt));
  }
}

TEST_CASE("limits end it, and what was solved by then stays") {
  const auto lanes = hidden(40);
  Progress progress(lanes, 0);
  Solver solver(lanes, 0);
  SolvedBeliefs known;
  CHECK(solver.solve(progress.initial(), known, {.steps = 100}) == nullptr);
  CHECK(solver.solve(progress.initial(), known, {.memory = 0}) == nullptr);
  CHECK(solver.solve(progress.initial(), known, {.deadline = Deadline::in(-1)}) == nullptr);
  CHECK(solver.solve(progress.initial(), known, {.steps = 4000}) == nullptr);
  CHECK(solver.steps() <= 4000);
  auto guessed = progress.initial();
  guessed.set_exact(false);
  CHECK(solver.solve(guessed, known, {}) == nullptr);  // a sample proves nothing
  const auto before = solver.steps();
  CHECK(solver.solve(progress.initial(), known, {}) != nullptr);
  CHECK(solver.steps() > before);
}

TEST_CASE("what follows is small or not") {
  const auto lanes = hidden(40);
  Progress progress(lanes, 0);
  Solver solver(lanes, 0);
  const auto dealt = progress.step(progress.initial(), {HiddenNumber::kWait, {}}).belief;
  CHECK(solver.solves_most_after(dealt, 4096, 8, {}));
  CHECK(!solver.solves_most_after(dealt, 16, 8, {}));
  CHECK(!solver.solves_most_after(dealt, 4096, 8, Deadline::in(-1)));
}
