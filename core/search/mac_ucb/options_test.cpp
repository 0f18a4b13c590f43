#include "search/mac_ucb/options.hpp"

#include <set>
#include <string>

#include "third_party/doctest.h"

using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

TEST_CASE("every option has a name of its own, a unit, a reason, and a default within its bounds") {
  std::set<std::string_view> names;
  for (const auto& row : option_table()) {
    CAPTURE(std::string(row.name));
    CHECK(names.insert(row.name).second);
    CHECK(!row.unit.empty());
    CHECK(!row.help.empty());
    Options options;
    row.set(options, row.initial());
    CHECK(row.get(options) == row.initial());
  }
}

TEST_CASE("options are set by name, within bounds") {
  Options options;
  option_called(option_table(), "mix").set(options, 0.7);
  option_called(option_table(), "stage-limit").set(options, 12);
  CHECK(options.mix == 0.7);
  CHECK(options.stage_limit == 12);
  CHECK_THROWS_AS(option_called(option_table(), "mix").set(options, 1.1), std::invalid_argument);
  CHECK_THROWS_AS(option_called(option_table(), "least").set(options, 1.5), std::invalid_argument);
  CHECK_THROWS_AS(option_called(option_table(), "wide").set(options, 1e18), std::invalid_argument);
  CHECK_THROWS_AS(option_called(option_table(), "mixed"), std::out_of_range);
}
