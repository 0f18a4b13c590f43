#include "search/cfr/depth_limit.hpp"

#include "third_party/doctest.h"

using namespace woodstock::search::cfr;

namespace {

constexpr std::size_t kLearners = 2;
constexpr std::uint64_t kFew = 10;

// Iterations until the limit grew, of at most a thousand.
std::uint32_t until_it_grows(DepthLimit& limit, std::uint64_t leaves, bool cut) {
  for (std::uint32_t i = 1; i <= 1000; ++i)
    if (limit.counted(leaves, cut, kLearners)) return i;
  return 0;
}

}  // namespace

TEST_CASE("the limit grows by one after some iterations of every learner, again and again") {
  DepthLimit limit{Options{}};
  CHECK(limit.depth() == 1);
  const auto first = until_it_grows(limit, kFew, true);
  CHECK(first > 0);
  CHECK(first % kLearners == 0);
  CHECK(limit.depth() == 2);
  CHECK(limit.iterations() == 0);
  CHECK(until_it_grows(limit, kFew, true) == first);
  CHECK(limit.depth() == 3);
  limit.restart();
  CHECK(limit.depth() == 1);
}

TEST_CASE("it stays where iterations are large, where nothing was cut off, and where it was asked for") {
  const Options options;
  DepthLimit large{options}, whole{options}, asked{Options{.depth = 4}};
  CHECK(until_it_grows(large, options.leaves + 1, true) == 0);
  CHECK(until_it_grows(whole, kFew, false) == 0);
  CHECK(until_it_grows(asked, kFew, true) == 0);
  CHECK(large.depth() == 1);
  CHECK(asked.depth() == 4);
  asked.restart();
  CHECK(asked.depth() == 4);
  CHECK(until_it_grows(large, options.leaves, true) == 1);
}

TEST_CASE("counting anew keeps the depth") {
  DepthLimit limit{Options{}};
  const auto first = until_it_grows(limit, kFew, true);
  limit.counted(kFew, true, kLearners);
  limit.count_anew();
  CHECK(limit.depth() == 2);
  CHECK(until_it_grows(limit, kFew, true) == first);
}
