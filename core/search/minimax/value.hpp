// What a search says of a stage, and the mean of what it says of several.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/minimax/score.hpp"

namespace woodstock::search::minimax {

struct Value {
  Score score = 0;
  bool complete = false;  // every line that it rests on was followed to its end
};

// The mean of values. How soon wins come counts only where all are wins, and only then it is one.
class Mean {
 public:
  void add(Value value) {
    ++count_;
    sum_ += std::clamp(value.score, -kEstimate, kEstimate);
    exact_ += value.score;
    complete_ = complete_ && value.complete;
    wins_ = wins_ && is_win(value.score);
    losses_ = losses_ && is_loss(value.score);
  }
  std::int64_t sum() const { return sum_; }
  Value value() const { return {static_cast<Score>((wins_ || losses_ ? exact_ : sum_) / count_), complete_}; }

 private:
  std::int64_t count_ = 0, sum_ = 0, exact_ = 0;
  bool complete_ = true, wins_ = true, losses_ = true;
};

}  // namespace woodstock::search::minimax
