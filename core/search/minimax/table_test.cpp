#include "search/minimax/table.hpp"

#include <array>
#include <thread>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock::search::minimax;

TEST_CASE("a table gives back what it was given, and the deepest of what does not fit") {
  Table table;
  CHECK(!table.find(7));
  table.fit(8, 4 * 16);  // four entries, all in one place
  for (std::uint32_t n = 1; n <= 4; ++n) table.store(2 * n, Score(100 * n), Bound::kLower, n, n, n == 2);
  for (std::uint32_t n = 1; n <= 4; ++n) {
    const auto entry = table.find(2 * n);
    REQUIRE(entry);
    CHECK(entry->score == Score(100 * n));
    CHECK(entry->depth == n);
    CHECK(entry->best == n);
    CHECK(entry->bound == static_cast<std::uint8_t>(Bound::kLower));
    CHECK(entry->complete == (n == 2));
  }
  table.store(10, -5, Bound::kExact, 9, 0, false);
  CHECK(!table.find(2));
  CHECK(table.find(10)->score == -5);
  table.store(10, 6, Bound::kExact, 1, 0, false);
  CHECK(table.find(10)->score == 6);
  CHECK(table.find(4));
  table.clear();
  CHECK(!table.find(10));
}

TEST_CASE("threads that write to one place never leave halves of two entries") {
  Table table;
  table.fit(8, 4 * 16);
  constexpr std::uint64_t kStates = 16;
  const auto work = [&](std::uint32_t thread) {
    for (std::uint32_t round = 0; round < 20'000; ++round) {
      const auto state = (round * 7 + thread) % kStates;
      table.store(2 * state, Score(state), Bound::kExact, round % 200, std::uint32_t(state), false);
      for (std::uint64_t other = 0; other < kStates; ++other)
        if (const auto entry = table.find(2 * other); entry && entry->score != Score(other)) return false;
    }
    return true;
  };
  std::array<bool, 3> right{};
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < right.size(); ++thread)
    threads.emplace_back([&, thread] { right[thread] = work(thread); });
  for (auto& thread : threads) thread.join();
  for (const bool each : right) CHECK(each);
}
