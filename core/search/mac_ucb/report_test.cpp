#include "search/mac_ucb/report.hpp"

#include "testing/made_stage.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

SearchReport reported(MadeStage& stage, std::uint32_t role, const std::vector<std::int32_t>& legal,
                      std::uint64_t seed = 1, const Options& options = {}) {
  Backup backup(stage.payoffs, 0.1F, 0, 0);
  backup.update(stage.tree, stage.root);
  SearchReport report;
  Report(options, stage.payoffs, stage.tree, backup, role).describe(stage.root, legal, 2, seed, report);
  return report;
}

}  // namespace

TEST_CASE("the best move is chosen, with values in points for both and the line it begins") {
  MadeStage stage({3, 1}, {0.2F, 0.7F, 0.4F});
  stage.expand(stage.child(1), {1, 2}, {0.8F, 0.7F});
  const auto report = reported(stage, 0, {0, 1, 2});
  CHECK(report.chosen == 1);
  CHECK(report.values[0] == doctest::Approx(70));
  CHECK(report.values[1] == doctest::Approx(30));
  REQUIRE(report.moves.size() == 3);
  CHECK(report.moves[1].weight == 1);
  CHECK(report.moves[2].values[0] == doctest::Approx(40));
  CHECK(report.moves[2].visits == 100);
  REQUIRE(report.line.size() == 2);
  CHECK(report.line[0] == std::vector<std::uint32_t>{1, 0});
  CHECK(report.line[1] == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("a value that is little known is not trusted; among lost moves random play decides") {
  MadeStage stage({2, 1}, {0.6F, 0.62F});
  stage.tree[stage.child(1)].samples = 1;
  CHECK(reported(stage, 0, {0, 1}).chosen == 0);
  stage.solve(0, 0);
  stage.solve(1, 0);
  *stage.tree.mean(stage.child(0)) = 0.1F;
  *stage.tree.mean(stage.child(1)) = 0.3F;
  const auto report = reported(stage, 0, {0, 1});
  CHECK(report.proven);
  CHECK(report.chosen == 1);
}

TEST_CASE("a stage that has only some of the moves names them all") {
  MadeStage stage({2, 1}, {0.6F, 0.5F});
  stage.expansion().moves = {1, 4, 0};
  const auto report = reported(stage, 0, {0, 1, 2, 3, 4});
  CHECK(report.moves.size() == 5);
  CHECK(report.chosen == 1);
  CHECK(report.moves[4].values[0] == doctest::Approx(50));
  CHECK(report.moves[2].values.empty());
}

TEST_CASE("where both choose at once a move is drawn from the strategy") {
  MadeStage stage({2, 2}, {1, 0, 0, 1});
  int first = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto report = reported(stage, 1, {0, 1}, seed);
    CHECK(report.moves[0].weight == doctest::Approx(0.5).epsilon(0.01));
    first += report.chosen == 0 ? 1 : 0;
  }
  CHECK(first > 25);
  CHECK(first < 75);
}

TEST_CASE("a proven loss is never played where something stands, and wins are short, losses long") {
  MadeStage stage({3, 1}, {0.5F, 0.001F, 0.5F});
  stage.tree[stage.child(1)].samples = 1;  // less its doubt below nothing
  stage.solve(0, 0);
  stage.solve(2, 0);
  CHECK(reported(stage, 0, {0, 1, 2}).chosen == 1);
  stage.solve(1, 0);
  for (const auto n : {0U, 1U, 2U})
    stage.tree[stage.child(n)].length = static_cast<std::uint16_t>(n == 0 ? 5 : 3);
  *stage.tree.mean(stage.child(1)) = 0.9F;
  CHECK(reported(stage, 0, {0, 1, 2}).chosen == 0);
  for (const auto n : {0U, 1U, 2U}) stage.solve(n, 1);
  CHECK(reported(stage, 0, {0, 1, 2}).chosen == 1);
}

TEST_CASE("a solved loss is one where each plays for itself, too") {
  MadeStage stage({2, 1}, {0.5F, 0.001F}, PayoffKind::kGeneral);
  CHECK(reported(stage, 0, {0, 1}).chosen == 0);
  stage.tree[stage.child(1)].samples = 1;
  stage.solve(0, 0);
  CHECK(reported(stage, 0, {0, 1}).chosen == 1);
}

TEST_CASE("under noise many samples outweigh a slightly higher value") {
  MadeStage stage({2, 1}, {0.439F, 0.423F});
  stage.tree[stage.child(0)].samples = 248'000;
  stage.tree[stage.child(1)].samples = 1'430'000;
  stage.tree[stage.root].samples = 2'000'000;
  Options options;
  CHECK(reported(stage, 0, {0, 1}, 1, options).chosen == 1);
  *stage.tree.value(stage.child(0)) = 0.6F;
  CHECK(reported(stage, 0, {0, 1}, 1, options).chosen == 0);
}
