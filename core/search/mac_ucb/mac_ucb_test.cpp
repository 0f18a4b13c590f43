// Whole searches with several threads, on games small enough to solve.
#include "search/mac_ucb/mac_ucb.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::circuit;
using namespace woodstock::lanes;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-5; }

// With a time limit, or with a number of simulations, and the order that comes with it.
void check_search(std::uint32_t size, std::uint32_t threads, bool ordered) {
  CAPTURE(size);
  CAPTURE(threads);
  CAPTURE(ordered);
  const auto lanes = std::make_shared<const Lanes>(heap_game(size), LaneExecutor::kPortable);
  MacUcb search(lanes, 0);
  CHECK(search.payoffs().kind() == PayoffKind::kConstantSum);
  search.set_root(State::of_bytes(lanes->circuit().initial));
  CHECK(search.report().moves.size() == 2);
  Budget budget;
  if (ordered) {
    budget.simulations = 20'000;
  } else {
    budget.deadline = Budget::Time::now() + std::chrono::minutes(10);
  }
  budget.threads = threads;
  CHECK(search.run(budget) == SearchEnd::kSolved);
  const auto report = search.report();
  if (size % 3 != 0) CHECK(report.moves[report.chosen].move + 1 == size % 3);
  if (report.proven) CHECK(near(report.values[0], size % 3 == 0 ? 0 : 100));
}

// Each stage keeps one of its joint actions: nothing is proven, and nothing blocks the search.
void check_narrow_search(std::uint32_t size, std::uint32_t threads) {
  CAPTURE(threads);
  const auto lanes = std::make_shared<const Lanes>(heap_game(size), LaneExecutor::kPortable);
  Options options;
  options.stage_limit = options.narrow = 1;
  MacUcb search(lanes, 0, options);
  search.set_root(State::of_bytes(lanes->circuit().initial));
  search.run({.simulations = 5'000, .threads = threads});
  const auto report = search.report();
  CHECK(report.moves.size() == 2);
  CHECK(report.depth > 1);
  CHECK((!report.proven || near(report.values[0], 100)));  // a win at once is one all the same
}

// One of three tickets is bought while a wheel of forty numbers turns; the third wheel decides. Fluents:
// first, second and third wheel, over, the ticket, lucky.
Circuit lottery() {
  Circuit circuit(8, {3, 40}, 1);
  const auto fluent = [&](std::uint32_t n) { return signal_of(circuit.fluent_node(n)); };
  const auto any_number = [&](std::uint32_t below) {
    std::vector<Signal> numbers;
    for (std::uint32_t n = 0; n < below; ++n) numbers.push_back(signal_of(circuit.move_node(3 + n)));
    return circuit.any_of(numbers);
  };
  for (auto& legal : circuit.legal) legal = kTrue;
  circuit.next[0] = kFalse;
  for (std::uint32_t step = 1; step < 4; ++step) circuit.next[step] = fluent(step - 1);
  std::vector<Signal> lucky;
  for (std::uint32_t ticket = 0; ticket < 3; ++ticket) {
    const auto bought = circuit.all_of({fluent(0), signal_of(circuit.move_node(ticket))});
    circuit.next[4 + ticket] = circuit.any_of({bought, fluent(4 + ticket)});
    lucky.push_back(circuit.all_of({fluent(4 + ticket), any_number(10 + 10 * ticket)}));
  }
  circuit.next[7] = circuit.any_of(lucky);
  circuit.terminal = fluent(3);
  circuit.goals = {{0, 0, negate(fluent(7))}, {0, 100, fluent(7)}};
  circuit.initial.assign(8, 0);
  circuit.initial[0] = 1;
  return circuit;
}

void check_shared_playouts(std::uint32_t threads) {
  CAPTURE(threads);
  const auto lanes = std::make_shared<const Lanes>(lottery(), LaneExecutor::kPortable);
  MacUcb search(lanes, 0);
  search.set_root(State::of_bytes(lanes->circuit().initial));
  search.run({.simulations = 3'000, .threads = threads});
  const auto report = search.report();
  CHECK(report.moves.size() == 3);
  CHECK(report.chosen == 2);
  CHECK(std::abs(report.values[0] - 75) < 10);
}

// Knows the heap game, needs no playouts and no random numbers: a heap of a multiple of three is lost for who
// is to move.
class Oracle final : public Evaluator {
 public:
  explicit Oracle(std::uint32_t size) : size_(size) {}
  bool evaluate(const Inquiry& inquiry, const Budget&, Estimates& estimates) override {
    estimates = {};
    for (const auto& question : inquiry.questions) {
      std::uint32_t left = 0;
      while ((question.state[0] >> left & 1) == 0) ++left;
      const bool first = (question.state[0] >> (size_ + 1) & 1) != 0, lost = left % 3 == 0;
      estimates.weights.push_back(1);
      for (const bool wins : {first != lost, first == lost}) estimates.sums.push_back(wins ? 100 : 0);
    }
    return true;
  }

 private:
  std::uint32_t size_;
};

}  // namespace

TEST_CASE("a heap game is solved, with a deadline or a number of simulations") {
  for (const auto threads : {1U, 3U})
    for (const bool ordered : {false, true})
      for (std::uint32_t size = 7; size < 10; ++size) check_search(size, threads, ordered);
}

TEST_CASE("stages that are cut down to one joint action prove nothing and block nothing") {
  for (const auto threads : {1U, 3U}) check_narrow_search(9, threads);
}

TEST_CASE("where chance has many outcomes, the best ticket is found") {
  for (const auto threads : {1U, 3U}) check_shared_playouts(threads);
}

TEST_CASE("an evaluator may do without playouts") {
  for (const std::uint32_t size : {40, 41}) {
    const auto lanes = std::make_shared<const Lanes>(heap_game(size), LaneExecutor::kPortable);
    MacUcb search(lanes, 0, {}, {}, [size] { return std::make_unique<Oracle>(size); });
    search.set_root(State::of_bytes(lanes->circuit().initial));
    search.run({.simulations = 40});
    const auto report = search.report();
    CHECK(report.moves[report.chosen].move + 1 == size % 3);
    CHECK(report.samples > 0);
  }
}
