#include "circuit/legal_fluents.hpp"

#include <vector>

#include "base/random.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;

namespace {

bool value(const std::vector<std::uint8_t>& values, Signal signal) {
  return (values[node_of(signal)] ^ (signal & 1U)) != 0;
}

}  // namespace

TEST_CASE("states that say what is legal go through the same plays") {
  for (const std::uint32_t size : {3U, 10U, 62U, 63U, 70U}) {
    CAPTURE(size);
    const auto plain = heap_game(size);
    const auto longer = with_legal_fluents(plain);
    const auto first = first_legal_fluent(plain);
    CHECK(first % 64 == 0);
    REQUIRE(longer.fluent_count() == first + plain.move_count());
    Random random(size);
    auto state = plain.initial;
    auto long_state = longer.initial;
    for (bool over = false; !over;) {
      CHECK(State::of_bytes(long_state) == with_legal_fluents(plain, State::of_bytes(state)));
      std::vector<std::uint8_t> moves(plain.move_count(), 0);
      auto values = plain.evaluate(state, moves), long_values = longer.evaluate(long_state, moves);
      over = value(values, plain.terminal);
      CHECK(value(long_values, longer.terminal) == over);
      for (std::size_t goal = 0; goal < plain.goals.size(); ++goal)
        CHECK(value(long_values, longer.goals[goal].signal) == value(values, plain.goals[goal].signal));
      for (std::uint32_t role = 0; role < plain.role_count(); ++role) {
        std::vector<std::uint32_t> legal;
        for (auto move = plain.role_begin(role); move < plain.role_begin(role + 1); ++move) {
          CHECK(value(long_values, longer.legal[move]) == value(values, plain.legal[move]));
          CHECK((long_state[first + move] != 0) == value(values, plain.legal[move]));
          if (value(values, plain.legal[move])) legal.push_back(move);
        }
        if (!legal.empty()) moves[legal[random.below(static_cast<std::uint32_t>(legal.size()))]] = 1;
      }
      values = plain.evaluate(state, moves);
      long_values = longer.evaluate(long_state, moves);
      for (std::uint32_t fluent = 0; fluent < plain.fluent_count(); ++fluent)
        state[fluent] = value(values, plain.next[fluent]);
      for (std::uint32_t fluent = 0; fluent < longer.fluent_count(); ++fluent)
        long_state[fluent] = value(long_values, longer.next[fluent]);
    }
  }
}
