// Weights on their way: logistic regression by gradient steps whose length adapts to each weight (Adagrad,
// Duchi, Hazan & Singer 2011), with a sum of squares that forgets, so that steps never die out. What is
// learned for one context is learned by half for the others.
#pragma once

#include <cstdint>
#include <vector>

#include "search/learning/linear_evaluation.hpp"
#include "search/learning/options.hpp"
#include "search/learning/ties.hpp"
#include "search/learning/weight_average.hpp"

namespace woodstock::search::learning {

class Trainer {
 public:
  Trainer(LinearEvaluation initial, const LearnerOptions& options);

  // One step towards the numbers of a state.
  void learn(const std::uint64_t* state, const float* numbers);
  // As it stands, and averaged over the second half of all steps.
  const LinearEvaluation& current() const { return evaluation_; }
  LinearEvaluation averaged() const;
  std::uint64_t steps() const { return steps_; }
  // The weights were learned for long already: steps are short from the first on.
  void settle() { squares_.assign(squares_.size(), kSettledSquares); }
  // Weights that are learned as one from now on.
  void set_ties(Ties ties);
  // Pairs that count from now on; ties are to be set anew.
  void add_pairs(const std::vector<Pair>& more);

 private:
  // A feature that holds, and how often: patterns of a kind share theirs.
  struct Active {
    std::uint32_t feature;
    float count;
  };
  // A weight that counts, and how often: tied ones count together.
  struct Touched {
    Tie tie;                // of the first that touched it …
    std::uint32_t feature;  // … which is of that feature
    std::uint32_t head;
  };
  void find_active(const std::uint64_t* state);
  void find_touched(std::uint32_t context);
  void step(std::uint32_t weight, float length);

  LinearEvaluation evaluation_;
  float rate_, decay_, shared_;
  std::vector<float> squares_;  // per weight
  Ties ties_;
  std::vector<Active> active_;
  std::vector<Touched> touched_;
  std::vector<float> amounts_;        // per weight: how often it counts, of those touched
  std::vector<std::uint8_t> marked_;  // per weight: it is among them
  std::vector<Patterns::Standing> standings_;
  std::vector<std::uint32_t> place_;  // per feature of the patterns: where it is active, plus one
  WeightAverage average_;
  std::uint64_t steps_ = 0;
};

}  // namespace woodstock::search::learning
