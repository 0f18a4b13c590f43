// Beliefs in lanes against brute force on games without sense.
#include "belief/progress.hpp"

#include <map>
#include <memory>

#include "belief/track.hpp"
#include "testing/hidden_number.hpp"
#include "testing/plain_belief.hpp"
#include "testing/random_circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::belief;
using namespace woodstock::circuit;
using namespace woodstock::lanes;

namespace {

std::map<PlainBelief::Bytes, double> weights_of(const Belief& belief, std::uint32_t fluents) {
  std::map<PlainBelief::Bytes, double> weights;
  for (std::size_t i = 0; i < belief.size(); ++i) {
    PlainBelief::Bytes bytes(fluents);
    for (std::uint32_t f = 0; f < fluents; ++f) bytes[f] = belief.state(i)[f / 64] >> (f % 64) & 1U;
    weights[bytes] = belief.weights()[i];
  }
  CHECK(weights.size() == belief.size());
  return weights;
}

void check_same(const Belief& belief, const PlainBelief::Weights& plain, std::uint32_t fluents) {
  double total = 0;
  for (const auto& [state, weight] : plain) total += weight;
  const auto weights = weights_of(belief, fluents);
  REQUIRE(weights.size() == plain.size());
  for (const auto& [state, weight] : plain) {
    REQUIRE(weights.contains(state));
    CHECK(weights.at(state) == doctest::Approx(weight / total));
  }
}

}  // namespace

TEST_CASE("what is believed is what brute force believes") {
  std::uint32_t steps = 0, wide = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto circuit = random_circuit(random);
    const PlainBelief plain(circuit);
    const auto role = random.below(circuit.role_count());
    Progress progress(std::make_shared<const Lanes>(circuit), role);
    auto track = Track(progress.initial());
    PlainBelief::Bytes truth(circuit.initial.begin(), circuit.initial.end());
    PlainBelief::Weights believed{{truth, 1.0}};
    for (int step = 0; step < 4 && !plain.terminal(truth); ++step) {
      std::uint64_t work = 0;
      for (const auto& [state, weight] : believed) work += plain.joint_moves(state);
      if (work > 400) break;
      std::vector<std::uint32_t> joint(circuit.role_count());
      for (std::uint32_t r = 0; r < joint.size(); ++r) {
        const auto legal = plain.legal(truth, r);
        joint[r] = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      }
      const auto seen = plain.step(truth, joint, role);
      believed = plain.after(believed, role, joint[role], seen);
      track = Track(progress.step(track.belief(), {joint[role], seen}), track);
      check_same(track.belief(), believed, circuit.fluent_count());
      CHECK(track.belief().exact());
      if (plain.terminal(truth)) break;
      ++steps;
      wide += believed.size() > 1;
    }
    // A line that is told leads where it says.
    for (std::uint32_t i = 0; i < std::min<std::size_t>(track.belief().size(), 3); ++i) {
      PlainBelief::Bytes state(circuit.initial.begin(), circuit.initial.end());
      for (const auto& joint : track.line(i).moves) plain.step(state, joint, role);
      CHECK(weights_of(track.belief(), circuit.fluent_count()).contains(state));
      CHECK(track.line(i).first == 0);
    }
  }
  CHECK(steps > 60);
  CHECK(wide > 15);
}

TEST_CASE("what cannot be seen leaves nothing to believe") {
  const HiddenNumber game{3};
  Progress progress(std::make_shared<const Lanes>(game.circuit()), 0);
  const std::vector<std::uint32_t> two{2}, unknown{9};
  const auto dealt = progress.step(progress.initial(), {HiddenNumber::kWait, {}}).belief;
  CHECK(dealt.size() == 3);
  CHECK(progress.step(progress.initial(), {HiddenNumber::kWait, two}).belief.empty());
  CHECK(progress.step(dealt, {HiddenNumber::kPeek, unknown}).belief.empty());
  CHECK(progress.step(dealt, {HiddenNumber::kWait, {}}).belief.empty());  // not legal any more
  const auto known = progress.step(dealt, {HiddenNumber::kPeek, two}).belief;
  REQUIRE(known.size() == 1);
  CHECK((known.state(0)[0] >> 2 & 1U) == 1);
  // A guess ends it: all states are terminal, and stay.
  CHECK(progress.step(dealt, {HiddenNumber::kGuess, {}}).belief.size() == 3);
}

TEST_CASE("beyond the limits a sample stands for the rest") {
  const HiddenNumber game{40};
  Progress progress(std::make_shared<const Lanes>(game.circuit()), 0);
  const Sight wait{HiddenNumber::kWait, {}};
  StepLimits few{.states = 10};
  const auto sample = progress.step(progress.initial(), wait, few).belief;
  CHECK(sample.size() == 10);
  CHECK(!sample.exact());
  StepLimits hasty{.pairs = 16};
  const auto drawn = progress.step(progress.initial(), wait, hasty).belief;
  CHECK(drawn.size() <= 16);
  CHECK(drawn.size() > 4);
  CHECK(!drawn.exact());
  // A batch is always looked at, whatever the time.
  const HiddenNumber large{Pairs::kBatch + 100};
  Progress slow(std::make_shared<const Lanes>(large.circuit()), 0);
  StepLimits late;
  late.deadline = Deadline::in(-1);
  const auto part = slow.step(slow.initial(), wait, late).belief;
  CHECK(part.size() == Pairs::kBatch);
  CHECK(!part.exact());
  CHECK(slow.step(slow.initial(), wait).belief.exact());
}

TEST_CASE("no state is lost for want of time where each has many joint moves") {
  Circuit circuit(3, {1, 300, 300}, -1);
  circuit.legal.assign(601, kTrue);
  for (std::uint32_t f = 0; f < 3; ++f) circuit.next[f] = signal_of(circuit.fluent_node(f));
  circuit.initial.assign(3, 0);
  Progress progress(std::make_shared<const Lanes>(circuit), 0);
  Gathering gathering(1);
  for (std::uint64_t state = 0; state < 8; ++state)
    gathering.add({&state, 1}, 1 + static_cast<double>(state));
  StepLimits late;
  late.deadline = Deadline::in(-1);
  for (const std::size_t pairs : {late.pairs, std::size_t{1} << 17}) {
    late.pairs = pairs;
    const auto after = progress.step(gathering.belief(), {0U, {}}, late).belief;
    REQUIRE(after.size() == 8);
    CHECK(!after.exact());
  }
  const auto all = progress.step(gathering.belief(), {0U, {}}).belief;
  CHECK(all.exact());
  for (std::size_t i = 0; i < 8; ++i)
    CHECK(all.weights()[i] == doctest::Approx(static_cast<double>(all.state(i)[0] + 1) / 36));
}

TEST_CASE("a state of which some joint moves are drawn weighs as much as one of which all are tried") {
  Circuit circuit(1, {1, 300, 300}, -1);
  const auto holds = signal_of(circuit.fluent_node(0));
  circuit.legal.assign(601, holds);  // ninety thousand joint moves where it holds, …
  for (const auto only : {0, 1, 301}) circuit.legal[only] = kTrue;  // … one where it does not
  circuit.next[0] = holds;
  circuit.initial.assign(1, 0);
  Progress progress(std::make_shared<const Lanes>(circuit), 0);
  Gathering gathering(1);
  for (const std::uint64_t state : {0, 1}) gathering.add({&state, 1}, state == 0 ? 0.9 : 0.1);
  const auto after = progress.step(gathering.belief(), {0U, {}}, {.pairs = 4096}).belief;
  REQUIRE(after.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(after.weights()[i] == doctest::Approx(after.state(i)[0] == 0 ? 0.9 : 0.1));
}

TEST_CASE("a state of which only a part was tried for want of time weighs as much as one of which all was") {
  Circuit circuit(1, {1, 300, 300}, -1);
  const auto holds = signal_of(circuit.fluent_node(0));
  circuit.legal.assign(601, holds);
  for (const auto only : {0, 1, 301}) circuit.legal[only] = kTrue;
  circuit.next[0] = holds;
  circuit.initial.assign(1, 0);
  Progress progress(std::make_shared<const Lanes>(circuit), 0);
  Gathering gathering(1);
  for (const std::uint64_t state : {0, 1}) gathering.add({&state, 1}, state == 0 ? 0.1 : 0.9);
  StepLimits late;
  late.deadline = Deadline::in(-1);
  for (const std::size_t pairs : {late.pairs, std::size_t{1} << 16}) {
    late.pairs = pairs;
    const auto after = progress.step(gathering.belief(), {0U, {}}, late).belief;
    REQUIRE(after.size() == 2);
    CHECK(!after.exact());
    for (std::size_t i = 0; i < 2; ++i)
      CHECK(after.weights()[i] == doctest::Approx(after.state(i)[0] == 0 ? 0.1 : 0.9));
  }
}

TEST_CASE("a policy says what other roles do") {
  // Two roles: what role 1 does shows only in the state.
  Circuit circuit(2, {1, 2}, -1);
  circuit.legal.assign(3, kTrue);
  circuit.next[0] = signal_of(circuit.move_node(1));
  circuit.next[1] = signal_of(circuit.move_node(2));
  circuit.initial.assign(2, 0);
  Progress progress(std::make_shared<const Lanes>(circuit), 0);
  const auto uniform = progress.step(progress.initial(), {0U, {}}).belief;
  CHECK(uniform.weights()[0] == doctest::Approx(0.5));
  const Policy policy = [](auto, std::uint32_t role, auto moves, std::span<double> odds) {
    CHECK(role == 1);
    CHECK(moves.size() == 2);
    odds[0] = 0.75;
    odds[1] = 0.25;
  };
  const auto skewed = progress.step(progress.initial(), {0U, {}}, {}, policy).belief;
  REQUIRE(skewed.size() == 2);
  CHECK(skewed.weights()[0] == doctest::Approx(0.75));
}
