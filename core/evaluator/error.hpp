// What the evaluator refuses to do: rules it cannot read, a limit that was reached, negation in a circle.
#pragma once

#include <stdexcept>
#include <string>

namespace woodstock::evaluator {

class EvaluationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Time, number of derived atoms, number or depth of terms.
class LimitReached : public EvaluationError {
 public:
  using EvaluationError::EvaluationError;
};

}  // namespace woodstock::evaluator
