#include "search/mac_ucb/evaluation.hpp"

#include <memory>
#include <vector>

#include "base/state.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;
using namespace woodstock::search;
using namespace woodstock::search::mac_ucb;

namespace {

// Gives every state 70 points for role 0, worth 5 playouts, and nothing for moves.
class Constant final : public Evaluator {
 public:
  bool evaluate(const Inquiry& inquiry, const Budget&, Estimates& estimates) override {
    asked = inquiry.questions.size();
    estimates.weights.assign(asked, 5);
    estimates.sums.clear();
    for (std::size_t k = 0; k < asked; ++k)
      for (const double goal : {70, 30}) estimates.sums.push_back(5 * goal);
    estimates.move_weights.clear();
    return !out_of_time;
  }
  static inline std::size_t asked = 0;
  static inline bool out_of_time = false;
};

struct Evaluating {
  static constexpr std::uint32_t kSize = 7;
  bool threats = false;
  Options options;
  std::shared_ptr<const Lanes> lanes =
      std::make_shared<const Lanes>(heap_game(kSize), LaneExecutor::kPortable);
  Payoffs payoffs{PayoffKind::kConstantSum, lanes->circuit()};
  Evaluation evaluation{options,
                        payoffs,
                        lanes,
                        [this] { return std::make_unique<LaneExpander>(lanes); },
                        [] { return std::make_unique<Constant>(); },
                        threats};
  Job job;

  Leaf& add(std::uint32_t left, bool expand) {
    std::vector<std::uint8_t> fluents(kSize + 2, 0);
    fluents[left] = fluents[kSize + 1] = 1;
    const auto state = State::of_bytes(fluents);
    auto& leaf = job.next();
    leaf.words.assign(state.words().begin(), state.words().end());
    leaf.expand = expand;
    job.most = options.most;
    ++job.count;
    return leaf;
  }
};

}  // namespace

TEST_CASE("successors in which the role to move wins at once are not asked for") {
  Evaluating test{.threats = true};
  test.add(3, true);  // whatever is taken, the other takes the rest
  test.add(4, true);  // that has to be left one more
  test.evaluation.evaluate(test.job, {});
  REQUIRE(test.job.complete);
  const auto& leaves = test.job.leaves;
  CHECK(leaves[0].lost(0));
  CHECK(leaves[0].lost(1));
  CHECK(leaves[0].sampled.empty());
  REQUIRE(leaves[0].threat_goals != nullptr);
  CHECK(*leaves[0].threat_goals == std::vector<std::int32_t>{0, 100});
  CHECK(leaves[1].sampled == std::vector<std::uint32_t>{0});
  CHECK(leaves[1].lost(1));
  CHECK(Constant::asked == 1);
}

TEST_CASE("successors that are not terminal are asked for, and the answers say what they are worth") {
  Evaluating test;
  test.job.moves = true;
  test.add(7, true);
  test.add(2, true);   // taking both ends the game
  test.add(5, false);  // asked for itself
  test.evaluation.evaluate(test.job, {});
  REQUIRE(test.job.complete);
  CHECK(Constant::asked == 2 + 1 + 1);
  const auto& leaves = test.job.leaves;
  CHECK(leaves[0].playouts == 10);
  CHECK(leaves[1].sampled == std::vector<std::uint32_t>{0});
  CHECK(leaves[1].start == 2);
  CHECK(leaves[2].playouts == 5);
  CHECK(!test.job.moves);  // nothing is known of them
  REQUIRE(leaves[0].shape != nullptr);
  CHECK(leaves[0].shape->counts == std::vector<std::uint32_t>{2, 1});
  CHECK(leaves[0].shape->deciders == std::vector<std::uint32_t>{0});
  CHECK(leaves[0].shape->moves == std::vector<std::int32_t>{0, 1, 2});
  CHECK(leaves[0].keys.size() == 2);
}

TEST_CASE("a job that runs out of time stays incomplete") {
  Evaluating test;
  test.add(7, true);
  Constant::out_of_time = true;
  test.evaluation.evaluate(test.job, {});
  Constant::out_of_time = false;
  CHECK(!test.job.complete);
}

TEST_CASE("playouts per successor lie between the least and the most of a stage") {
  Evaluating test;
  CHECK(test.evaluation.playouts_each(1, 1, 512) == 64);
  CHECK(test.evaluation.playouts_each(16, 1, 512) == 4);
  CHECK(test.evaluation.playouts_each(100, 1, 512) == 2);
  CHECK(test.evaluation.playouts_each(100, 2, 512) == 4);
  CHECK(test.evaluation.playouts_each(400, 1, 512) == 1);
  CHECK(test.evaluation.playouts_each(4000, 1, 512) == 1);
}
