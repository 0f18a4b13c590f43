#include "base/state_table.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/random.hpp"
#include "third_party/doctest.h"

using namespace woodstock;

TEST_CASE("each set of words has one number") {
  const std::uint64_t seed = 2;
  CAPTURE(seed);
  Random random(seed);
  StateTable table(3);
  std::map<std::vector<std::uint64_t>, StateTable::Id> known;
  for (int i = 0; i < 5000; ++i) {
    const std::vector<std::uint64_t> words{random.below(12), random.below(12), random.below(12)};
    const auto found = table.find(words);
    const auto place = known.find(words);
    CHECK(found.has_value() == (place != known.end()));
    if (place != known.end()) CHECK(*found == place->second);
    const auto id = table.add(words);
    CHECK(known.try_emplace(words, id).first->second == id);
    CHECK(table.size() == known.size());
    CHECK(std::ranges::equal(table.words(id), words));
  }
}
