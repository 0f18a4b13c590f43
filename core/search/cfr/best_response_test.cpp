#include "search/cfr/best_response.hpp"

#include <stdexcept>

#include "search/cfr/observation_cfr.hpp"
#include "testing/hidden_coin.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::cfr;

namespace {

void first_move(information::Key, std::span<const std::uint32_t> moves, std::vector<double>& shares) {
  shares.assign(moves.size(), 0);
  shares[0] = 1;
}

}  // namespace

TEST_CASE("the best answers to who always hides on the left and to who always guesses it") {
  // Followed, the hider hides left, plays on, and loses all. Knowing that the seeker guesses left, it hides
  // right.
  const auto responses = BestResponse(Engines(hidden_coin()), first_move, 1000).all();
  CHECK(responses[0].value == doctest::Approx(0));
  CHECK(responses[0].best == doctest::Approx(100));
  CHECK(responses[1].value == doctest::Approx(100));
  CHECK(responses[1].best == doctest::Approx(100));
}

TEST_CASE("what is too large is refused") {
  CHECK_THROWS_AS(BestResponse(Engines(hidden_coin()), first_move, 2).all(), std::length_error);
}

TEST_CASE("regret minimisation hides the coin half and half") {
  const Engines engines(hidden_coin());
  ObservationCfr search(engines, 0, Options{});
  search.set_root(State::of_bytes(hidden_coin().initial));
  CHECK(search.run({.simulations = 40'000}) == SearchEnd::kSimulations);
  const auto strategy = [&](auto key, auto moves, auto& shares) { search.mean_strategy(key, moves, shares); };
  const auto responses = BestResponse(engines, strategy, 1000).all();
  CHECK(responses[0].value == doctest::Approx(50).epsilon(0.03));
  CHECK(responses[0].best == doctest::Approx(50).epsilon(0.05));
  CHECK(responses[1].best == doctest::Approx(50).epsilon(0.05));
}
