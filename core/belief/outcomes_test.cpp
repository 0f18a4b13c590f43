#include "belief/outcomes.hpp"

#include <memory>

#include "belief/progress.hpp"
#include "testing/hidden_number.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::belief;
using namespace woodstock::lanes;

TEST_CASE("what is seen is an outcome of chance") {
  const HiddenNumber game{3};
  const auto lanes = std::make_shared<const Lanes>(game.circuit());
  Progress progress(lanes, 0);
  Prospect prospect(lanes, 0);
  const std::vector<std::uint32_t> wait{HiddenNumber::kWait, 0}, peek{HiddenNumber::kPeek, 0},
      guess{HiddenNumber::kGuess, 0};
  CHECK(prospect.moves(progress.initial())[0] == std::vector<std::uint32_t>{HiddenNumber::kWait});
  const auto dealt = prospect.outcomes(progress.initial(), wait);
  REQUIRE(dealt.sightings.size() == 1);  // nothing is seen
  CHECK(dealt.endings.empty());
  const auto& belief = dealt.sightings[0].belief;
  CHECK(
      belief.sorted().same_as(progress.step(progress.initial(), {HiddenNumber::kWait, {}}).belief.sorted()));
  CHECK(prospect.moves(belief)[0] == std::vector<std::uint32_t>{1, 2, 3, 4});

  const auto peeked = prospect.outcomes(belief, peek);
  REQUIRE(peeked.sightings.size() == 3);
  for (const auto& sighting : peeked.sightings) {
    CHECK(sighting.probability == doctest::Approx(1.0 / 3));
    CHECK(sighting.belief.size() == 1);
  }
  const auto guessed = prospect.outcomes(belief, guess);
  CHECK(guessed.sightings.empty());
  REQUIRE(guessed.endings.size() == 2);
  CHECK(guessed.endings[0].goals[0] == 0);
  CHECK(guessed.endings[0].probability == doctest::Approx(2.0 / 3));
  CHECK(guessed.endings[1].goals[0] == 100);
}

TEST_CASE("without time a part of what follows is looked at") {
  const HiddenNumber game{Pairs::kBatch + 100};
  const auto lanes = std::make_shared<const Lanes>(game.circuit());
  const auto start = Progress(lanes, 0).initial();
  Prospect prospect(lanes, 0);
  const std::vector<std::uint32_t> wait{HiddenNumber::kWait, 0};
  CHECK(prospect.outcomes(start, wait).exact);
  prospect.set_deadline(Deadline::in(-1));
  const auto hurried = prospect.outcomes(start, wait);
  CHECK(!hurried.exact);
  REQUIRE(hurried.sightings.size() == 1);
  CHECK(hurried.sightings[0].probability == doctest::Approx(1));
  CHECK(hurried.sightings[0].belief.size() == Pairs::kBatch);
  CHECK(!hurried.sightings[0].belief.exact());
}
