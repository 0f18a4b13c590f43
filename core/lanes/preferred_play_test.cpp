#include "lanes/preferred_play.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include "base/random.hpp"
#include "base/state.hpp"
#include "testing/alternating_circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::lanes;

namespace {

using Bytes = std::vector<std::uint8_t>;

Ranking random_ranking(Random& random, std::uint32_t fluents) {
  Ranking ranking;
  for (std::uint32_t at = 0; at < ranking.nodes.size(); ++at) {
    if (ranking.nodes.size() < 7 && random.below(2) == 0) {
      const auto child = static_cast<std::uint32_t>(ranking.nodes.size());
      ranking.nodes[at] = {static_cast<std::int32_t>(random.below(fluents)), child, child + 1, 0};
      ranking.nodes.resize(child + 2);
    } else {
      ranking.nodes[at].rank = static_cast<std::uint8_t>(random.below(kRanks));
    }
  }
  return ranking;
}

// How likely each move is, by going through all that a lane's patience may be.
std::vector<double> likelihoods(const std::vector<std::uint32_t>& ranks) {
  std::vector<double> found(ranks.size());
  const auto best = *std::ranges::min_element(ranks);
  for (std::uint32_t patience = 0; patience < kRanks; ++patience) {
    const auto likely = std::pow(0.5, patience + 1 < kRanks ? patience + 1 : patience);
    const auto eligible = [&](std::uint32_t rank) { return rank <= best + patience; };
    const auto count = static_cast<double>(std::ranges::count_if(ranks, eligible));
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if (eligible(ranks[i])) found[i] += likely / count;
  }
  return found;
}

// One step, in which one role and chance choose among four moves each.
Circuit one_step(std::int32_t chance_role) {
  Circuit circuit(1, {4, 4}, chance_role);
  circuit.legal.assign(8, kTrue);
  circuit.next[0] = kTrue;
  circuit.terminal = signal_of(circuit.fluent_node(0));
  return circuit;
}

LaneTotals first_moves(const Lanes& lanes, const State& state, const PreferredPlay& preferred,
                       std::uint32_t playouts, std::uint64_t seed) {
  const auto scratch = make_lane_scratch();
  LaneWants wants;
  wants.first_moves = true;
  wants.preferred = &preferred;
  LaneTotals totals;
  const LaneStart start{state.words(), playouts};
  REQUIRE(lanes.sample(*scratch, {&start, 1}, seed, totals, {.max_steps = 2}, wants));
  return totals;
}

}  // namespace

TEST_CASE("the first moves of playouts are as likely as their ranks say") {
  constexpr std::uint32_t kPlayouts = 1000;
  std::uint32_t compared = 0, uneven = 0, choosy = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = alternating_circuit(random);
    const PlainGame game(circuit);
    const auto lanes = std::make_shared<const Lanes>(circuit);
    std::vector<Ranking> rankings;
    for (std::uint32_t m = 0; m < circuit.move_count(); ++m)
      rankings.push_back(random_ranking(random, circuit.fluent_count()));
    const auto policy = seed % 2 == 0 ? LanePolicy::kUniform : LanePolicy::kSafe;
    const PreferredPlay preferred(lanes, rankings, policy);
    const bool decisive = policy == LanePolicy::kSafe && lanes->decisive().available(policy) == policy;
    choosy += decisive;
    for (int i = 0; i < 12; ++i) {
      Bytes bytes(circuit.fluent_count());
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(2));
      if (game.terminal(bytes)) continue;
      const auto state = State::of_bytes(bytes);
      const auto totals = first_moves(*lanes, state, preferred, kPlayouts, seed);
      const auto phase = lanes->phase_of(state.words());
      for (std::uint32_t role = 0; role < 2; ++role) {
        std::vector<std::uint32_t> legal, ranks;
        const auto* const moves = decisive ? lanes->decisive().moves(policy, phase) : nullptr;
        const bool some = moves != nullptr && moves->role == role;
        const auto left = some ? game.decisive(bytes, role, !moves->blunders.empty()) : legal;
        for (auto m = circuit.role_begin(role); m < circuit.role_begin(role + 1); ++m)
          if (some ? std::ranges::find(left, m) != left.end() : game.legal(bytes, m)) {
            legal.push_back(m);
            ranks.push_back(rankings[m].nodes[rankings[m].leaf(state.words())].rank);
          }
        const auto likely = likelihoods(ranks);
        double chi2 = 0;
        std::int64_t seen = 0;
        for (std::size_t k = 0; k < legal.size(); ++k) {
          const auto expected = kPlayouts * likely[k];
          const auto count = static_cast<double>(totals.first_counts[legal[k]]);
          seen += totals.first_counts[legal[k]];
          // Where next to none are expected, a few may come: p < 1e-9.
          if (expected < 2) {
            CHECK(count < 16);
          } else {
            chi2 += (count - expected) * (count - expected) / expected;
          }
        }
        CHECK(seen == kPlayouts);
        CHECK(chi2 < 45);  // at most eight degrees of freedom: p < 1e-6
        ++compared;
        uneven +=
            legal.size() > 1 && *std::ranges::max_element(likely) > 1.5 * *std::ranges::min_element(likely);
      }
    }
  }
  CHECK(compared > 1000);
  CHECK(uneven > 200);
  CHECK(choosy > 10);
}

TEST_CASE("chance has no preferences") {
  const auto circuit = one_step(1);
  const auto lanes = std::make_shared<const Lanes>(circuit);
  std::vector<Ranking> rankings(8);
  rankings[1].nodes[0].rank = rankings[5].nodes[0].rank = kRanks - 1;
  const PreferredPlay preferred(lanes, rankings);
  const auto totals = first_moves(*lanes, State::of_bytes(circuit.initial), preferred, 8000, 3);
  CHECK(totals.first_counts[1] < 100);
  for (std::uint32_t m = 4; m < 8; ++m) CHECK(std::abs(totals.first_counts[m] - 2000) < 250);
}

TEST_CASE("rankings have to fit the game") {
  const auto lanes = std::make_shared<const Lanes>(one_step(-1));
  CHECK_NOTHROW(PreferredPlay(lanes, std::vector<Ranking>(8)));
  CHECK_THROWS_AS(PreferredPlay(lanes, std::vector<Ranking>(7)), std::invalid_argument);
  for (const Ranking::Node node : {Ranking::Node{-1, 0, 0, kRanks}, Ranking::Node{1, 1, 2, 0},
                                   Ranking::Node{0, 0, 1, 0}, Ranking::Node{0, 1, 3, 0}}) {
    std::vector<Ranking> rankings(8);
    rankings[2].nodes = {node, {}, {}};
    CHECK_THROWS_AS(PreferredPlay(lanes, rankings), std::invalid_argument);
  }
}
