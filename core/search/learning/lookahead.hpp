// Choices at many states at once, by the evaluation of what follows: one ply for every move, and a second one
// for the best few. Every role maximises what it plays for (max^n, Luckhardt & Irani 1986; minimax where the
// sum is constant), chance is averaged. All states share the lanes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "lanes/lanes.hpp"
#include "search/budget.hpp"
#include "search/learning/arms.hpp"
#include "search/learning/neighbourhood.hpp"

namespace woodstock::search::learning {

struct Judgement {
  bool terminal = false;
  bool crowded = false;  // too many joint moves: nothing is known
  Arms arms;
  std::size_t first = 0;   // of its joint moves in `expansions()`
  std::uint32_t best = 0;  // arm
};

class Lookahead {
 public:
  explicit Lookahead(std::shared_ptr<const lanes::Lanes> lanes);

  struct Question {
    const LinearEvaluation* evaluation;
    std::uint32_t width;  // best moves whose replies are looked at; 0: none
  };
  // One question per state. Equal moves are told apart at random. False if the budget's time ran out.
  bool judge(std::span<const std::uint64_t> states, std::span<const Question> questions, Random& random,
             const Budget& budget);

  const std::vector<Judgement>& judgements() const { return judgements_; }
  const lanes::LaneExpansions& expansions() const { return expansions_; }
  // The numbers of a state by its best move, or of its goals.
  const float* value(std::size_t state) const { return values_.data() + state * heads_; }

 private:
  // A move that is looked at for a second ply.
  struct Deeper {
    std::uint32_t state;
    std::uint32_t arm;
  };
  void look(std::span<const std::uint64_t> states, std::span<const Question> questions, Random& random);
  bool look_deeper(std::span<const Question> questions, Random& random, const Budget& budget);
  // Of each evaluation one, with the weights that it has now.
  void meet(std::span<const Question> questions);
  Neighbourhood& around(const LinearEvaluation& evaluation);
  // The numbers of each joint move's successor.
  void value_successors(const LinearEvaluation& evaluation, const std::uint64_t* state,
                        const lanes::LaneExpansions& expansions, std::size_t begin, std::size_t end);
  // The best arm's mean numbers for who chooses; the arms' in `arm_values_`.
  std::uint32_t best_arm(const Payoffs& payoffs, const Arms& arms, Random& random, float* value);

  std::shared_ptr<const lanes::Lanes> lanes_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneExpansions expansions_, replies_;
  std::vector<Neighbourhood> neighbourhoods_;
  std::uint32_t heads_ = 1;
  std::vector<Judgement> judgements_;
  std::vector<float> values_;        // state × head
  std::vector<float> joint_values_;  // of the state under way
  std::vector<float> arm_values_;
  std::vector<std::uint32_t> ranked_;
  std::vector<float> urges_;
  std::vector<Deeper> deeper_;
  std::vector<std::uint64_t> deeper_states_;
};

}  // namespace woodstock::search::learning
