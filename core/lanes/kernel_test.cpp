#include "lanes/kernel.hpp"

#include <vector>

#include "base/random.hpp"
#include "testing/random_row.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;

namespace {

void check_kernel(const Kernel& kernel, std::uint64_t seed) {
  CAPTURE(kernel.name);
  CAPTURE(seed);
  Random random(seed);
  const std::uint32_t count = 1 + random.below(200), words = (count + 63) / 64 + 1;
  std::vector<Word256> rows(count), back(count);
  for (auto& row : rows) row = random_row(random);
  std::vector<std::uint64_t> bitsets(std::size_t{kLanes} * words, 0);
  kernel.gather(rows.data(), count, bitsets.data(), words);
  bool same = true;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    for (std::uint32_t i = 0; i < count; ++i)
      same = same && rows[i].test(lane) == (bitsets[lane * words + i / 64] >> (i % 64) & 1U);
  CHECK(same);
  kernel.scatter(back.data(), count, bitsets.data(), words);
  CHECK(back == rows);
  const auto mask = random_row(random);
  kernel.refill(back.data(), bitsets.data(), count, &mask);  // every lane of the mask gets lane 0's bits
  same = true;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    for (std::uint32_t i = 0; i < count; ++i)
      same = same && back[i].test(lane) == rows[i].test(mask.test(lane) ? 0 : lane);
  CHECK(same);
  CHECK(kernel.count(&mask) == mask.count());
  LaneRandom a{random_row(random), random_row(random), random_row(random), {}}, b = a;
  std::vector<Word256> first(50), second(50);
  kernel.randomise(&a, first.data(), 50);
  portable_kernel().randomise(&b, second.data(), 50);
  CHECK(first == second);
}

}  // namespace

TEST_CASE("rows become bitsets and come back, and random rows do not depend on the kernel") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    check_kernel(portable_kernel(), seed);
    if (avx2_kernel() != nullptr) check_kernel(*avx2_kernel(), seed);
  }
}
