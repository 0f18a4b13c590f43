// The order of a run's turns, with tasks that only write down what is asked of them.
#include "search/mac_ucb/run.hpp"

#include <chrono>
#include <stdexcept>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

struct Diary final : Tasks {
  std::vector<std::uint64_t> seeds, order;  // jobs as chosen; +n chosen, -n backed up
  std::uint64_t leaves = ~std::uint64_t{0};
  std::uint64_t backed = 0, rests = 0, settled_after = ~std::uint64_t{0};
  bool failing = false, full = false;

  void choose(Job& job) override {
    job.count = 0;
    if (leaves == 0) return;
    --leaves;
    job.next().playouts = 10;
    ++job.count;
    seeds.push_back(job.seed);
    order.push_back(seeds.size() << 1);
  }
  void back_up(Job& job) override {
    if (job.complete) ++backed;
    for (std::size_t n = 0; n < seeds.size(); ++n)
      if (seeds[n] == job.seed) order.push_back((n + 1) << 1 | 1);
  }
  bool settled() const override { return backed >= settled_after; }
  bool must_rest(const Budget&) const override { return full; }
  bool overhaul(const Budget&) override {
    ++rests;
    return false;
  }
  void evaluate(Job& job, const Budget&) const override {
    if (failing) throw std::runtime_error("no");
    job.complete = true;
  }
};

SearchEnd run(Diary& diary, const Budget& budget) {
  Run::Jobs jobs;
  return Run(diary, budget, 3, 42, jobs).execute();
}

}  // namespace

TEST_CASE("with a number of simulations the order of turns is the same for any number of threads") {
  Diary one, three;
  CHECK(run(one, {.simulations = 100}) == SearchEnd::kSimulations);
  CHECK(run(three, {.simulations = 100, .threads = 3}) == SearchEnd::kSimulations);
  CHECK(one.seeds == three.seeds);
  CHECK(one.backed == three.backed);
  CHECK(one.backed >= 10);
  CHECK(one.backed <= 13);
}

TEST_CASE("a run ends when the root is settled, when nothing is left and when memory is short") {
  for (const auto threads : {1U, 3U})
    for (const bool ordered : {false, true}) {
      Budget budget;
      budget.threads = threads;
      if (ordered) budget.simulations = 1'000'000;
      Diary settled, empty, full;
      settled.settled_after = 5;
      CHECK(run(settled, budget) == SearchEnd::kSolved);
      CHECK(settled.backed >= 5);
      empty.leaves = 4;
      CHECK(run(empty, budget) == SearchEnd::kSolved);
      CHECK(empty.backed == 4);
      full.full = true;
      CHECK(run(full, budget) == SearchEnd::kSimulations);
      CHECK(full.rests == 1);
    }
}

TEST_CASE("a deadline, a flag and a failure end a run, and every job is given back") {
  Diary late, stopped, failing;
  Budget budget;
  budget.deadline = Budget::Time::now() - std::chrono::seconds(1);
  CHECK(run(late, budget) == SearchEnd::kDeadline);
  StopFlag stop;
  stop.set();
  budget = {};
  budget.stop = &stop;
  CHECK(run(stopped, budget) == SearchEnd::kStopped);
  failing.failing = true;
  CHECK_THROWS_AS(run(failing, {.simulations = 100, .threads = 2}), std::runtime_error);
  CHECK(failing.backed == 0);
  CHECK(failing.order.size() == 2 * failing.seeds.size());
}
