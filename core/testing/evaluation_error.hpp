#pragma once

#include <functional>
#include <string>

#include "evaluator/error.hpp"

namespace woodstock::evaluator {

// Whether some work ends in an error whose message has this part.
inline bool fails(const std::function<void()>& work, const std::string& part) {
  try {
    work();
  } catch (const EvaluationError& error) {
    return std::string(error.what()).find(part) != std::string::npos;
  }
  return false;
}

}  // namespace woodstock::evaluator
