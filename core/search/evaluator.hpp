// What states are worth, in one interface: a batch of states goes in, the goals to be expected come out, with
// the number of playouts they are worth. Random playouts are the first implementation (playouts.hpp).
//
// An evaluator may need no random numbers and no playouts at all: it then ignores the seed and says itself
// what weight its values have. It may leave the statistics of moves empty.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "search/budget.hpp"

namespace woodstock::search {

// A state to be judged.
struct Question {
  std::span<const std::uint64_t> state;  // fluent f is bit f % 64 of word f / 64
  std::uint32_t playouts = 1;            // that the answer should be worth
  std::uint32_t group = 0;               // of states whose moves are counted together
};

struct Inquiry {
  std::span<const Question> questions;
  std::uint64_t seed = 0;
  bool moves = false;        // statistics of moves are of use, …
  std::uint32_t groups = 0;  // … for so many groups
};

// Goals are in points and summed up, as of playouts: exact as long as they are whole numbers.
struct Estimates {
  std::vector<std::uint32_t> weights;  // per question: playouts that its answer is worth
  std::vector<double> sums;            // question × role: goal times weight
  // Of each group and move (numbered as in `Circuit`) the playouts in which it was made, sooner or later, and
  // by role the sum of their goals. Empty where nothing is known of them.
  std::vector<float> move_weights, move_sums;
  double passes = 0;  // of the circuit that the answers cost
};

// Belongs to one thread.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // False, and estimates of no use, if the budget's time ran out or its flag was set.
  virtual bool evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) = 0;
};

// One evaluator for each thread that asks.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

}  // namespace woodstock::search
