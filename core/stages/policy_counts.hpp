// How many policies of a game have which expected utility (2016 §3.1): all decisions are taken jointly, a
// policy picks one joint action wherever the play may come to, and policies of different outcomes combine
// freely. Per state a multiset of utilities, united over actions and convolved over chance.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "stages/values.hpp"
#include "stages/wide.hpp"

namespace woodstock::stages {

struct PolicyCounts {
  using Utilities = std::vector<Wide>;  // per player: 100 · base^exponent times its utility

  std::uint64_t base = 1;
  std::uint32_t exponent = 0;
  std::map<Utilities, Natural> counts;
};

// Of the initial state. Throws OutOfTime, EndlessPlay (a policy of a play that may stay where it is would be
// infinite) and std::overflow_error (a utility beyond 128 bits, or a goal below 0).
PolicyCounts count_policies(const StageOrder& order, const Deadline& deadline);

}  // namespace woodstock::stages
