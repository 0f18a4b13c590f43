// Many states at once against one state at a time.
#include <stdexcept>
#include <vector>

#include "lanes/lanes.hpp"
#include "testing/random_circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::lanes;

TEST_CASE("states expanded together are expanded as each alone") {
  constexpr std::size_t kLimit = 500;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Lanes lanes(random_circuit(random));
    const auto& circuit = lanes.circuit();
    const auto roles = circuit.role_count(), words = lanes.state_words();
    const auto count = 1 + random.below(seed % 3 == 0 ? 300 : 4);
    std::vector<std::uint64_t> states;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto state = random_state(random, circuit.fluent_count());
      states.insert(states.end(), state.words().begin(), state.words().end());
    }
    const auto scratch = make_lane_scratch();
    LaneExpansions many;
    lanes.expand_many(*scratch, states, many, kLimit);
    LaneExpansion one;
    std::size_t joint = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      CAPTURE(i);
      CHECK(many.begin[i] == joint);
      try {
        lanes.expand(*scratch, std::span(states).subspan(i * words, words), one, kLimit);
      } catch (const std::length_error&) {
        CHECK((many.terminal[i] || many.crowded[i]));
        CHECK(many.begin[i + 1] == joint);
        continue;
      }
      REQUIRE(many.terminal[i] == one.terminal);
      for (std::uint32_t r = 0; r < roles; ++r) CHECK(many.goals[i * roles + r] == one.goals[r]);
      const auto joints = one.moves.size() / roles;
      CHECK(!many.crowded[i]);
      REQUIRE(many.begin[i + 1] - joint == joints);
      std::size_t choices = 1;
      for (std::uint32_t r = 0; r < roles; ++r) choices *= many.choices[i * roles + r];
      if (!one.terminal) CHECK(choices == joints);
      for (std::size_t j = 0; j < joints; ++j, ++joint) {
        for (std::uint32_t r = 0; r < roles; ++r) {
          CHECK(many.moves[joint * roles + r] == one.moves[j * roles + r]);
          const auto goal = one.successor_terminal[j] ? one.successor_goals[j * roles + r] : -1;
          CHECK(many.successor_goals[joint * roles + r] == goal);
        }
        for (std::uint32_t w = 0; w < words; ++w)
          CHECK(many.successors[joint * words + w] == one.successors[j * words + w]);
        CHECK(many.successor_terminal[joint] == one.successor_terminal[j]);
      }
    }
    CHECK(many.begin[count] == joint);
  }
}
