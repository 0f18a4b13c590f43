#include "search/factored/factored.hpp"

#include <algorithm>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::search;
using namespace woodstock::search::factored;

namespace {

// One role with two boards. Fluent 0 is the clock: on board 1 (fluent 1) it has moves 0 and 1 while that
// holds, on board 2 (fluent 2) moves 2 and 3 while it does not. Even moves set the board's fluent.
Circuit two_boards() {
  Circuit circuit(3, {4}, -1);
  const auto fluent = [&](std::uint32_t f) { return signal_of(circuit.fluent_node(f)); };
  const auto move = [&](std::uint32_t m) { return signal_of(circuit.move_node(m)); };
  circuit.legal = {fluent(0), fluent(0), negate(fluent(0)), negate(fluent(0))};
  circuit.next = {negate(fluent(0)), circuit.any_of({fluent(1), move(0)}),
                  circuit.any_of({fluent(2), move(2)})};
  circuit.terminal = circuit.all_of({fluent(1), fluent(2)});
  circuit.goals = {{0, 0, negate(circuit.terminal)}, {0, 100, circuit.terminal}};
  circuit.initial = {1, 0, 0};
  return circuit;
}

// Remembers what it is asked, and prefers its last move.
class Witness final : public Search {
 public:
  explicit Witness(std::vector<std::uint32_t> moves) : moves_(std::move(moves)) {}
  void set_root(const State& state) override { root = state; }
  SearchEnd run(const Budget&) override {
    ++runs;
    return SearchEnd::kSolved;
  }
  SearchReport report() const override {
    SearchReport report;
    for (const auto move : moves_) report.moves.push_back({move, 10, {60.0 + move}, true, 0});
    report.chosen = static_cast<std::uint32_t>(moves_.size() - 1);
    report.proven = true;
    report.samples = 20;
    report.line = {{moves_.back()}};
    return report;
  }

  State root;
  int runs = 0;

 private:
  std::vector<std::uint32_t> moves_;
};

struct Fixture {
  Circuit circuit = two_boards();
  Engines engines{circuit, false};
  Witness one{{0, 1}}, two{{2, 3}};
  FactoredSearch search{
      engines,
      0,
      {Board{&one, nullptr, {0, 1}, {0, 1, 2, 2}}, Board{&two, nullptr, {0, 2}, {0, 0, 2, 3}}},
      0};

  static State state(std::vector<std::uint32_t> fluents) { return State(3, fluents); }
};

}  // namespace

TEST_CASE("each board sees its own fluents, and the one with a choice is searched") {
  Fixture f;
  f.search.set_root(Fixture::state({0, 2}));
  CHECK(f.one.root == Fixture::state({0}));
  CHECK(f.two.root == Fixture::state({0, 2}));
  CHECK(f.search.run({.simulations = 10}) == SearchEnd::kSolved);
  CHECK(f.one.runs == 1);
  CHECK(f.two.runs == 0);
  f.search.set_root(Fixture::state({1}));
  f.search.run({.simulations = 10});
  CHECK(f.one.runs == 1);
  CHECK(f.two.runs == 1);
}

TEST_CASE("without a limit all boards are searched") {
  Fixture f;
  f.search.set_root(Fixture::state({0}));
  CHECK(f.search.run({}) == SearchEnd::kSolved);
  CHECK(f.one.runs == 1);
  CHECK(f.two.runs == 1);
}

TEST_CASE("the report speaks of legal moves, and proves nothing") {
  Fixture f;
  f.search.set_root(Fixture::state({}));
  const auto report = f.search.report();
  REQUIRE(report.moves.size() == 2);
  CHECK(report.moves[0].move == 2);
  CHECK(report.moves[report.chosen].move == 3);
  CHECK(report.values == std::vector<double>{63});
  CHECK_FALSE(report.proven);
  CHECK(std::ranges::none_of(report.moves, &MoveReport::proven));
  CHECK(report.line.empty());
}

TEST_CASE("nothing is searched where the game is over") {
  Fixture f;
  f.search.set_root(Fixture::state({0, 1, 2}));
  CHECK(f.search.run({.simulations = 10}) == SearchEnd::kSolved);
  CHECK(f.one.runs + f.two.runs == 0);
  CHECK(f.search.report().moves.empty());
}

TEST_CASE("of forced wins the shortest is played, whatever the search prefers") {
  // Board: fluents 0 and 1 are set by moves 0 and 1, move 2 sets both; who has both wins.
  Circuit circuit(2, {3}, -1);
  const auto fluent = [&](std::uint32_t f) { return signal_of(circuit.fluent_node(f)); };
  const auto move = [&](std::uint32_t m) { return signal_of(circuit.move_node(m)); };
  circuit.legal = {kTrue, kTrue, kTrue};
  circuit.next = {circuit.any_of({fluent(0), move(0), move(2)}),
                  circuit.any_of({fluent(1), move(1), move(2)})};
  circuit.terminal = circuit.all_of({fluent(0), fluent(1)});
  circuit.goals = {{0, 0, negate(circuit.terminal)}, {0, 100, circuit.terminal}};
  const Engines engines(circuit, false);
  Witness witness{{0, 2, 1}};
  proof::ProofSearch proof(engines, 0, {});
  FactoredSearch search(engines, 0, {Board{&witness, &proof, {0, 1}, {0, 1, 2}}}, 0.5);
  search.set_root(State(2, std::vector<std::uint32_t>{}));
  search.run({.simulations = 1000});
  const auto report = search.report();
  CHECK(report.moves[report.chosen].move == 2);
}
