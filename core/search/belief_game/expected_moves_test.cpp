#include "search/belief_game/expected_moves.hpp"

#include <memory>

#include "belief/progress.hpp"
#include "circuit/circuit.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::belief;
using namespace woodstock::circuit;
using namespace woodstock::search;
using namespace woodstock::search::belief_game;

namespace {

// Role 1 chooses one of two fluents each time, which shows only in the state.
std::shared_ptr<const lanes::Lanes> two_moves() {
  Circuit circuit(2, {1, 2}, -1);
  circuit.legal.assign(3, kTrue);
  circuit.next[0] = signal_of(circuit.move_node(1));
  circuit.next[1] = signal_of(circuit.move_node(2));
  circuit.initial.assign(2, 0);
  return std::make_shared<const lanes::Lanes>(circuit);
}

// Whoever has made its first move makes it again.
struct Stubborn final : Opinion {
  bool expects(std::span<const std::vector<std::uint32_t>> line, std::uint32_t role,
               std::span<const std::uint32_t> moves, std::span<double> odds) override {
    ++asked;
    if (line.empty()) return false;
    for (std::size_t i = 0; i < moves.size(); ++i) odds[i] = moves[i] == line.back()[role] ? 1 : 0;
    return true;
  }
  int asked = 0;
};

}  // namespace

TEST_CASE("hidden moves are as likely as a search expects, and none is ruled out") {
  Progress progress(two_moves(), 0);
  Stubborn opinion;
  const Track start(progress.initial());
  const Track first(progress.step(start.belief(), {0U, {}}, {}, expected_moves(start, opinion)), start);
  REQUIRE(first.belief().size() == 2);
  CHECK(first.belief().weights()[0] == doctest::Approx(0.5));  // of the first move nothing is known
  CHECK(opinion.asked == 1);
  const auto policy = expected_moves(first, opinion);
  for (const std::uint32_t state : {0U, 1U}) {
    const std::vector<std::uint32_t> moves{0, 1};
    std::vector<double> odds(2);
    policy(state, 1, moves, odds);
    CHECK(odds[first.line(state).moves[0][1]] == doctest::Approx(0.9));
    CHECK(odds[0] + odds[1] == doctest::Approx(1));
    policy(state, 1, moves, odds);
  }
  CHECK(opinion.asked == 3);  // once for each state
}

TEST_CASE("when the time to ask is over all moves are alike") {
  Progress progress(two_moves(), 0);
  Stubborn opinion;
  const Track start(progress.initial());
  const Track first(progress.step(start.belief(), {0U, {}}), start);
  const auto policy = expected_moves(first, opinion, Deadline::in(-1));
  std::vector<double> odds(2);
  policy(0, 1, std::vector<std::uint32_t>{0, 1}, odds);
  CHECK(odds == std::vector<double>{0.5, 0.5});
  CHECK(opinion.asked == 0);
}
