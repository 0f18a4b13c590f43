// MAC-UCB's parts: matrices with known equilibria, the tree's memory, and a whole search with several threads
// on a game small enough to solve.
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "check.hpp"
#include "heap_game.hpp"
#include "woodstock/search/mac_ucb.hpp"

using namespace woodstock;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-5; }

void matrices() {
  MatrixGame game;
  MatrixSolution solution;
  game.solve(std::vector<float>{1, 0, 0, 1}, 2, 2, solution);
  CHECK(near(solution.value, 0.5) && near(solution.row[0], 0.5) && near(solution.column[1], 0.5));
  game.solve(std::vector<float>{1, 0, 0, 0.5F}, 2, 2, solution);
  CHECK(near(solution.value, 1.0 / 3) && near(solution.row[0], 1.0 / 3) && near(solution.column[0], 1.0 / 3));
  // A saddle point, and more columns than rows.
  game.solve(std::vector<float>{0.4F, 0.5F, 0.9F, 0.1F, 0.2F, 0.3F}, 2, 3, solution);
  CHECK(near(solution.value, 0.4) && near(solution.row[0], 1) && near(solution.column[0], 1));
  game.solve(std::vector<float>{0.7F}, 1, 1, solution);
  CHECK(near(solution.value, 0.7));

  RegretMatching matching;
  std::vector<float> strategies;
  matching.solve(std::vector<float>{1, 0, 0, 0.5F, 0, 1, 1, 0.5F}, std::vector<std::uint32_t>{2, 2}, 5000,
                 strategies);
  CHECK(std::abs(strategies[0] - 1.0 / 3) < 0.02 && std::abs(strategies[2] - 1.0 / 3) < 0.02);
}

void tree() {
  PolicyTree tree(70, 1);
  bool made = false;
  std::vector<std::uint64_t> words{0, 0};
  const auto root = tree.obtain(words, 0, made);
  CHECK(made && tree.find(words, 0) == root && tree.find(words, 1) == kNoStage);
  auto expansion = std::make_unique<Expansion>();
  for (std::uint64_t i = 1; i <= 5000; ++i) {
    words[0] = i;
    expansion->children.push_back(tree.obtain(words, 1, made));
    CHECK(made);
  }
  tree.expand(root, std::move(expansion));
  CHECK(tree.size() == 5001);
  const auto full = tree.bytes();
  tree.sweep(root);
  CHECK(tree.size() == 5001);
  tree.collapse(root);
  tree.sweep(root);
  CHECK(tree.size() == 1 && tree.bytes() < full && tree.room_for(5000, tree.bytes()));
  words[0] = 17;
  CHECK(tree.find(words, 1) == kNoStage && tree.obtain(words, 1, made) != root && made);
}

// With a time limit, or with a number of simulations, and the order that comes with it.
void search(std::uint32_t size, std::uint32_t threads, bool ordered) {
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
void narrow_search(std::uint32_t size, std::uint32_t threads) {
  const auto lanes = std::make_shared<const Lanes>(heap_game(size), LaneExecutor::kPortable);
  MacUcbOptions options;
  options.stage_limit = options.narrow = 1;
  MacUcb search(lanes, 0, options);
  search.set_root(State::of_bytes(lanes->circuit().initial));
  Budget budget;
  budget.simulations = 5'000;
  budget.threads = threads;
  search.run(budget);
  const auto report = search.report();
  CHECK(report.moves.size() == 2 && report.depth > 1);
  CHECK(!report.proven || near(report.values[0], 100));  // a win at once is one all the same
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

void shared_playouts(std::uint32_t threads) {
  const auto lanes = std::make_shared<const Lanes>(lottery(), LaneExecutor::kPortable);
  MacUcb search(lanes, 0);
  search.set_root(State::of_bytes(lanes->circuit().initial));
  Budget budget;
  budget.simulations = 3'000;
  budget.threads = threads;
  search.run(budget);
  const auto report = search.report();
  CHECK(report.moves.size() == 3 && report.chosen == 2);
  CHECK(std::abs(report.values[0] - 75) < 10);
}

}  // namespace

int main() {
  matrices();
  tree();
  for (const auto threads : {1U, 3U}) {
    narrow_search(9, threads);
    shared_playouts(threads);
  }
  for (const auto threads : {1U, 3U})
    for (const bool ordered : {false, true})
      for (std::uint32_t size = 7; size < 10; ++size) search(size, threads, ordered);
  return finish();
}
