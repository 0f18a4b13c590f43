#include "search/learning/learned_evaluator.hpp"

#include <vector>

#include "base/random.hpp"
#include "testing/random_evaluation.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::search;
using namespace woodstock::search::learning;

namespace {

// Says nothing at all.
class Silent final : public Evaluator {
 public:
  bool evaluate(const Inquiry& inquiry, const Budget& /*budget*/, Estimates& estimates) override {
    estimates.weights.assign(inquiry.questions.size(), 0);
    estimates.sums.assign(inquiry.questions.size() * 2, 0);
    return true;
  }
};

}  // namespace

TEST_CASE("states of several groups are worth what the evaluation says of each") {
  Random random(1);
  const auto evaluation =
      std::make_shared<const LinearEvaluation>(random_evaluation(random, 60, PayoffKind::kConstantSum));
  LearnedEvaluator evaluator(evaluation, 2, 10, std::make_unique<Silent>());
  for (int round = 0; round < 3; ++round) {
    std::vector<std::uint64_t> states;
    for (int i = 0; i < 9; ++i) states.push_back(random() >> 4);
    std::vector<Question> questions;
    for (std::uint32_t i = 0; i < states.size(); ++i) questions.push_back({{&states[i], 1}, 1, i / 3});
    Estimates estimates;
    CHECK(evaluator.evaluate({.questions = questions, .groups = 3}, {}, estimates));
    for (std::size_t i = 0; i < states.size(); ++i) {
      float number = 0;
      evaluation->numbers(&states[i], &number);
      CHECK(estimates.weights[i] == 10);
      CHECK(estimates.sums[2 * i] == doctest::Approx(100 * 10 * number).epsilon(1e-4));
    }
  }
}
