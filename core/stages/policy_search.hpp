// The most each player can expect in a T-stage network if all decisions favour it; for one player that is the
// value of the network (2014 Algorithm 1, with memory and propagation of our own).
//
// Variables are set in their order: the best over a decision's values, the mean over chance's. Arc
// consistency runs at every node, and results are remembered by what later variables can still see of earlier
// ones. Utilities are integers over one unit; a value at a position is scaled by the denominators of the
// stochastic variables from there on, so that nothing is divided.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/deadline.hpp"
#include "csp/propagation.hpp"
#include "stages/distribution.hpp"
#include "stages/wide.hpp"

namespace woodstock::stages {

// A constraint judged when its last variable is set: the first row that matches gives each player its utility
// (in units), a row's after those of the row before; or, without utilities, one of the rows must match.
struct JudgedTable {
  csp::Table rows;
  std::vector<std::int64_t> utilities;
};

class PolicySearch {
 public:
  using Utilities = std::vector<Wide>;

  // Hard constraints that must always hold are the tables of the problem. With `satisfaction` the utility of
  // an instantiation is `unit` if all `judged` tables hold and 0 otherwise; else it is the sum of theirs.
  PolicySearch(csp::Csp csp, std::vector<Distribution> distributions, std::vector<JudgedTable> judged,
               std::uint32_t players, bool satisfaction, std::int64_t unit);

  // The bounds once the first variables have these values, and all tables judged so far hold if `alive`;
  // nothing if no policy is feasible. Scaled by the unit and by scale() of the position. Throws OutOfTime and
  // std::overflow_error.
  std::optional<Utilities> bound(const std::vector<csp::ValueId>& first, bool alive,
                                 const Deadline& deadline);
  // The product of the denominators of the stochastic variables from a position on.
  Wide scale(std::uint32_t position) const { return scales_[position]; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct KeyHash {
    std::size_t operator()(const std::vector<csp::ValueId>& key) const;
  };
  using Bound = std::optional<Utilities>;

  Bound remembered(std::uint32_t position, bool alive);
  Bound compute(std::uint32_t position, bool alive);
  Bound step(std::uint32_t position, csp::ValueId value, bool alive);
  bool judge(std::uint32_t position, Utilities& gain);
  std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }

  std::vector<Distribution> distributions_;
  std::vector<JudgedTable> judged_;
  std::uint32_t players_;
  bool satisfaction_;
  std::int64_t unit_;
  std::vector<std::uint32_t> distribution_of_;          // per variable, or kNone
  std::vector<std::vector<std::uint32_t>> judged_at_;   // per variable: the tables it is the last of
  std::vector<std::vector<csp::VariableId>> frontier_;  // per position: the earlier variables it still sees
  std::vector<Wide> scales_;
  csp::Propagation propagation_;
  bool consistent_;
  std::vector<csp::ValueId> values_;
  std::unordered_map<std::vector<csp::ValueId>, Bound, KeyHash> known_;
  std::uint64_t nodes_ = 0;
  const Deadline* deadline_ = nullptr;
};

}  // namespace woodstock::stages
