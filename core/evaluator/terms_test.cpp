#include "evaluator/terms.hpp"

#include <array>
#include <thread>
#include <vector>

#include "testing/evaluation_error.hpp"
#include "third_party/doctest.h"

using namespace woodstock::evaluator;

TEST_CASE("terms are numbered once, by however many threads") {
  Terms terms(1U << 20, 1000);
  const Id a = terms.symbol("a"), f = terms.functor("f", 2);
  std::vector<std::thread> threads;
  std::vector<std::vector<Id>> found(4);
  for (auto& each : found)
    threads.emplace_back([&] {
      Id term = a;
      for (int i = 0; i < 900; ++i) each.push_back(term = terms.intern(f, std::array{term, a}));
    });
  for (auto& thread : threads) thread.join();
  for (const auto& each : found) CHECK(each == found[0]);
  CHECK(terms.text(found[0][1]) == "(f (f a a) a)");
  Id deep = found[0].back();
  CHECK(fails(
      [&] {
        while (true) deep = terms.intern(f, std::array{deep, a});
      },
      "nested"));
}
