#include "search/kind.hpp"

#include <stdexcept>

#include "search/parallel.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;

namespace {

struct Options {
  double share = 0.5;
  std::uint32_t horizon = 7;
};

// Says how it was made.
class Told : public Search {
 public:
  Told(const Engines&, std::uint32_t role, const Options& options) : role_(role), options_(options) {}
  void set_root(const State&) override {}
  SearchEnd run(const Budget&) override { return SearchEnd::kSolved; }
  SearchReport report() const override {
    SearchReport report;
    report.values = {options_.share};
    report.nodes = options_.horizon;
    report.depth = role_;
    return report;
  }

 private:
  std::uint32_t role_;
  Options options_;
};

Kind told() {
  return Kind::of<Options>(
      "told", "says how it was made", "",
      {{"share", &Options::share, "share", 0, 1, "of the whole"}, horizon_option<Options>()},
      one_a_thread<Told, Options>());
}

}  // namespace

TEST_CASE("a kind lists its options with their defaults and bounds") {
  const auto kind = told();
  REQUIRE(kind.options.size() == 2);
  CHECK(kind.options[0].initial == 0.5);
  CHECK(kind.options[0].maximum == 1);
  CHECK(kind.options[1].whole);
  CHECK(!kind.options[1].maximum);
}

TEST_CASE("a kind makes searches with what is set, and with defaults") {
  const Engines engines(heap_game(9));
  auto report = told().make(engines, 1, {{"horizon", 3}})->report();
  CHECK(report.nodes == 3);
  CHECK(report.values[0] == 0.5);
  CHECK(report.depth == 1);
  CHECK_THROWS_AS(told().make(engines, 0, {{"horizont", 3}}), std::out_of_range);
  CHECK_THROWS_AS(told().make(engines, 0, {{"share", 2}}), std::invalid_argument);
  CHECK_THROWS_AS(told().make(engines, 2, {}), std::out_of_range);
}
