#include "lanes/decisive_play.hpp"

#include <vector>

#include "base/random.hpp"
#include "lanes/lanes.hpp"
#include "testing/alternating_circuit.hpp"
#include "testing/two_drivers.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::lanes;

namespace {

using Bytes = std::vector<std::uint8_t>;

// The moves that a policy may choose among, by stepping.
std::vector<std::uint32_t> eligible(const PlainGame& game, const Circuit& circuit, const Bytes& state,
                                    std::uint32_t role, LanePolicy policy) {
  if (policy != LanePolicy::kUniform) return game.decisive(state, role, policy == LanePolicy::kSafe);
  std::vector<std::uint32_t> legal;
  for (auto m = circuit.role_begin(role); m < circuit.role_begin(role + 1); ++m)
    if (game.legal(state, m)) legal.push_back(m);
  return legal;
}

}  // namespace

TEST_CASE("the first moves of playouts are those that the policy allows, evenly") {
  constexpr std::uint32_t kPlayouts = 400;
  std::uint32_t narrower = 0, compared = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = alternating_circuit(random);
    const PlainGame game(circuit);
    const Lanes lanes(circuit, LaneExecutor::kAuto);
    for (const auto policy : {LanePolicy::kUniform, LanePolicy::kWins, LanePolicy::kSafe}) {
      const auto available = policy == LanePolicy::kUniform ? policy : lanes.decisive().available(policy);
      CAPTURE(static_cast<int>(available));
      const auto scratch = make_lane_scratch();
      for (int i = 0; i < 20; ++i) {
        Bytes bytes(circuit.fluent_count());
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(2));
        if (game.terminal(bytes)) continue;
        const auto state = State::of_bytes(bytes);
        if (lanes.phase_of(state.words()) >= lanes.phases().count() || lanes.phases().count() != 2) continue;
        const std::uint32_t role = bytes.back() ? 0 : 1;
        const auto allowed = eligible(game, circuit, bytes, role, available);
        LaneWants wants;
        wants.first_moves = true;
        wants.policy = policy;
        LaneTotals totals;
        const LaneStart start{state.words(), kPlayouts};
        REQUIRE(lanes.sample(*scratch, {&start, 1}, seed, totals, {.max_steps = 2}, wants));
        double chi2 = 0;
        const auto expected = static_cast<double>(kPlayouts) / static_cast<double>(allowed.size());
        std::int64_t seen = 0;
        for (const auto m : allowed) {
          const auto count = totals.first_counts[m];
          seen += count;
          chi2 +=
              (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected) / expected;
        }
        CHECK(seen == kPlayouts);
        CHECK(chi2 < 45);  // at most eight degrees of freedom: p < 1e-6
        ++compared;
        narrower += allowed.size() < eligible(game, circuit, bytes, role, LanePolicy::kUniform).size();
      }
    }
  }
  CHECK(compared > 1000);
  CHECK(narrower > 40);
}

TEST_CASE("an expansion tells where the role to move can win at once") {
  std::uint32_t told = 0, threatened = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = alternating_circuit(random);
    const PlainGame game(circuit);
    const Lanes lanes(circuit, LaneExecutor::kAuto);
    const auto scratch = make_lane_scratch();
    for (int i = 0; i < 20; ++i) {
      Bytes bytes(circuit.fluent_count());
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(2));
      if (game.terminal(bytes)) continue;
      const std::uint32_t role = bytes.back() ? 0 : 1;
      LaneExpansion expansion;
      std::vector<std::uint8_t> threats;
      const auto state = State::of_bytes(bytes);
      lanes.expand(*scratch, state.words(), expansion);
      const auto* const goals = lanes.find_threats(*scratch, state.words(), expansion.successors, threats);
      if (goals == nullptr) continue;
      for (std::size_t s = 0; s < threats.size(); ++s) {
        const auto move = static_cast<std::uint32_t>(expansion.moves[2 * s + role]);
        const auto next = game.after(bytes, move);
        const bool threat = !game.terminal(next) && game.threatens(next, 1 - role);
        CHECK((threats[s] != 0) == threat);
        ++told;
        if (!threat) continue;
        ++threatened;
        std::int32_t most = -1, least = 101;
        for (const auto& goal : circuit.goals) {
          if (goal.signal == kFalse) continue;
          if (goal.role == 1 - role) most = std::max(most, goal.value);
          if (goal.role == role) least = std::min(least, goal.value);
        }
        CHECK((*goals)[1 - role] == most);
        CHECK((*goals)[role] == (least > 100 ? 0 : least));
      }
    }
  }
  CHECK(told > 1000);
  CHECK(threatened > 50);
}

TEST_CASE("with little work allowed, what was compiled is whole, and the rest cannot be had") {
  std::uint32_t none = 0, wins_only = 0, both = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Lanes lanes(alternating_circuit(random), LaneExecutor::kAuto);
    const auto& phases = lanes.phases();
    const auto circuits = [&](std::uint32_t phase) -> const Circuit& { return lanes.phase_circuit(phase); };
    for (const std::size_t work : {2, 20, 60, 120, 250, 500, 1000, 4000}) {
      CAPTURE(work);
      const DecisivePlay play(lanes.circuit(), phases, circuits, lanes.layout(), work);
      std::uint32_t found[kLanePolicies] = {};
      for (const auto policy : {LanePolicy::kWins, LanePolicy::kSafe}) {
        const bool available = play.available(policy) == policy;
        for (std::uint32_t phase = 0; phase < phases.count(); ++phase)
          found[static_cast<std::size_t>(policy)] += play.moves(policy, phase) != nullptr;
        CHECK(available == (found[static_cast<std::size_t>(policy)] > 0));
      }
      CHECK(found[2] <= found[1]);
      none += found[1] == 0;
      wins_only += found[1] > 0 && found[2] == 0;
      both += found[2] > 0;
    }
  }
  CHECK(none > 20);
  CHECK(wins_only > 5);
  CHECK(both > 20);
}

TEST_CASE("where several choose at once nobody drives into a wall that he can turn away from") {
  const auto circuit = two_drivers();
  const Lanes lanes(circuit, LaneExecutor::kAuto);
  REQUIRE(lanes.decisive().available(LanePolicy::kSafe) == LanePolicy::kSafe);
  CHECK(lanes.decisive().available(LanePolicy::kWins) == LanePolicy::kUniform);
  for (std::uint32_t walls = 0; walls < 4; ++walls) {
    CAPTURE(walls);
    const Bytes bytes{
        static_cast<std::uint8_t>(walls & 1), static_cast<std::uint8_t>(walls >> 1), 0, 0, 1, 0};
    const auto state = State::of_bytes(bytes);
    LaneWants wants;
    wants.first_moves = true;
    wants.policy = LanePolicy::kSafe;
    LaneTotals totals;
    const LaneStart start{state.words(), 1000};
    REQUIRE(lanes.sample(*make_lane_scratch(), {&start, 1}, 7, totals, {.max_steps = 50}, wants));
    for (std::uint32_t role = 0; role < 2; ++role) {
      const auto on = totals.first_counts[2 * role];
      if (bytes[role]) {
        CHECK(on == 0);
      } else {
        CHECK(on > 400);
        CHECK(on < 600);
      }
    }
  }
}
