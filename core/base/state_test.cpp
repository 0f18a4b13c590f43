#include "base/state.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/zobrist.hpp"
#include "third_party/doctest.h"

using namespace woodstock;

namespace {

std::vector<std::uint32_t> random_fluents(Random& random, std::uint32_t count) {
  std::vector<std::uint32_t> fluents;
  for (std::uint32_t f = 0; f < count; ++f)
    if (random.below(3) == 0) fluents.push_back(f);
  return fluents;
}

void check_copies(std::uint32_t count) {
  CAPTURE(count);
  Random random(count);
  const auto fluents = random_fluents(random, count);
  const State state(count, fluents);
  CHECK(state.fluents() == fluents);
  std::uint64_t hash = 0;
  for (const auto f : fluents) hash ^= zobrist(f);
  CHECK(state.hash() == hash);
  CHECK(State::of_words(count, state.words()) == state);

  State copy(state);
  CHECK(copy == state);
  State moved(std::move(copy));
  CHECK(moved == state);
  State assigned(3, std::vector<std::uint32_t>{1});
  assigned = moved;
  CHECK(assigned == state);
  CHECK(moved == state);
  assigned = State(700, std::vector<std::uint32_t>{699});
  CHECK(assigned.holds(699));
  CHECK(!assigned.holds(698));
  assigned = std::move(moved);
  CHECK(assigned == state);
  CHECK(assigned.fluents() == fluents);
  auto& self = assigned;
  assigned = self;
  CHECK(assigned == state);

  if (count > 0) {
    auto words = std::vector<std::uint64_t>(state.words().begin(), state.words().end());
    words.back() ^= std::uint64_t{1} << (count - 1) % 64;
    const auto other = State::of_words(count, words);
    CHECK(!(other == state));
    CHECK(other.hash() == (state.hash() ^ zobrist(count - 1)));
  }
}

}  // namespace

TEST_CASE("a state keeps its fluents and its hash through copies, moves and assignments") {
  for (const auto count : {0U, 1U, 63U, 64U, 65U, 256U, 257U, 1000U}) check_copies(count);
}

TEST_CASE("a state is made of fluents, words or bytes, and refuses those of another size") {
  const std::vector<std::uint8_t> bytes{1, 0, 1};
  CHECK(State::of_bytes(bytes).fluents() == std::vector<std::uint32_t>{0, 2});
  CHECK(State(3, std::vector<std::uint32_t>{1, 1}) == State(3, std::vector<std::uint32_t>{1}));
  CHECK_THROWS_AS(State(3, std::vector<std::uint32_t>{3}), std::out_of_range);
  CHECK_THROWS_AS(State::of_words(3, std::vector<std::uint64_t>{8}), std::invalid_argument);
  CHECK_THROWS_AS(State::of_words(3, std::vector<std::uint64_t>{1, 0}), std::invalid_argument);
}
