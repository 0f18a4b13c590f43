// The searches on a heap game with a known value: take one or two, who takes the last one wins, so a heap
// that is a multiple of three is lost for the role to move.
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "check.hpp"
#include "heap_game.hpp"
#include "woodstock/search/alphabeta.hpp"
#include "woodstock/search/cfr.hpp"
#include "woodstock/search/flat.hpp"
#include "woodstock/search/grave.hpp"
#include "woodstock/search/parallel.hpp"
#include "woodstock/search/uct.hpp"

using namespace woodstock;

namespace {

std::vector<std::unique_ptr<Search>> searches(const Engines& engines, std::uint32_t role) {
  std::vector<std::unique_ptr<Search>> all;
  const BanditOptions options{4, 8, 100};
  all.push_back(std::make_unique<Uct>(engines, role, options, 0.3));
  all.push_back(std::make_unique<Grave>(engines, role, options, GraveOptions{}));
  all.push_back(std::make_unique<Cfr>(engines, role, CfrOptions{}));
  all.push_back(std::make_unique<AlphaBeta>(engines, role, AlphaBetaOptions{}));
  all.push_back(
      std::make_unique<RootParallel>([=] { return std::make_unique<Uct>(engines, role, options, 0.3); }, role,
                                     [=](const auto& moves, auto) { return most_visited(moves, role); }));
  return all;
}

void check_values(const Engines& engines, std::uint32_t size) {
  for (std::uint32_t heap = 1; heap <= size; ++heap) {
    const auto state = State(size + 2, std::vector{heap, size + 1});
    for (const auto& search : searches(engines, 0)) {
      search->set_root(state);
      Budget budget;
      budget.simulations = 200'000;
      budget.threads = 2;
      CHECK(search->run(budget) == SearchEnd::kSolved);
      const auto report = search->report();
      CHECK(report.proven);
      CHECK(report.values[0] == (heap % 3 == 0 ? 0 : 100));
      const auto& chosen = report.moves[report.chosen];
      CHECK(heap % 3 == 0 || chosen.move == heap % 3 - 1);
    }
  }
}

// A tree that never fits: it is recycled over and over and the search goes on.
void check_memory(const Engines& engines, std::uint32_t size) {
  for (const auto& search : searches(engines, 0)) {
    search->set_root(State(size + 2, std::vector{size, size + 1}));
    Budget budget;
    budget.simulations = 3'000;
    budget.memory = 6'000;
    search->run(budget);
    CHECK(!search->report().moves.empty());
    search->set_root(State(size + 2, std::vector{2U, size + 1}));
    budget.memory = 1U << 20;
    search->run(budget);
    CHECK(search->report().moves[search->report().chosen].move == 1);
  }
}

void check_flat(const Engines& engines, std::uint32_t size) {
  Flat flat(engines, 0, {});
  flat.set_root(State(size + 2, std::vector{2U, size + 1}));
  Budget budget;
  budget.simulations = 1'000;
  CHECK(flat.run(budget) == SearchEnd::kSimulations);
  const auto report = flat.report();
  CHECK(report.moves.size() == 2);
  CHECK(report.moves[report.chosen].move == 1);
  CHECK(report.moves[0].values[0] == 0);
}

// Solves its root at once, or never ends on its own.
class Stand : public Search {
 public:
  explicit Stand(bool solves) : solves_(solves) {}
  void set_root(const State&) override {}
  SearchEnd run(const Budget& budget) override {
    if (solves_) return SearchEnd::kSolved;
    while (!budget.out_of_time()) std::this_thread::yield();
    return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
  }
  SearchReport report() const override { return {}; }

 private:
  bool solves_;
};

void check_that_one_proof_ends_all() {
  int made = 0;
  RootParallel search([&] { return std::make_unique<Stand>(++made == 2); }, 0, {});
  Budget budget;
  budget.threads = 3;
  const auto begin = Budget::Time::now();
  budget.deadline = begin + std::chrono::seconds(60);
  CHECK(search.run(budget) == SearchEnd::kSolved);
  CHECK(Budget::Time::now() - begin < std::chrono::seconds(30));
}

}  // namespace

int main() {
  check_that_one_proof_ends_all();
  for (const std::uint32_t size : {9U, 70U}) {
    const Engines engines(heap_game(size));
    for (const auto& used : {engines, engines.without_lanes()}) {
      if (size < 10) check_values(used, size);
      check_memory(used, size);
      check_flat(used, size);
    }
  }
  return finish();
}
