#include "search/parallel.hpp"

#include <chrono>
#include <memory>
#include <thread>

#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;

namespace {

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

}  // namespace

TEST_CASE("one proof ends all searches") {
  int made = 0;
  RootParallel search([&] { return std::make_unique<Stand>(++made == 2); }, 0, {});
  Budget budget;
  budget.threads = 3;
  const auto begin = Budget::Time::now();
  budget.deadline = begin + std::chrono::seconds(60);
  CHECK(search.run(budget) == SearchEnd::kSolved);
  CHECK(Budget::Time::now() - begin < std::chrono::seconds(30));
}
