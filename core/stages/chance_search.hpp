// Stochastic forward checking (2016 §4.2, RIA 2017 §4.2.1) over the chance part of a one-stage network: all
// assignments of its decision variables under which the constraints hold with at least the threshold's
// probability. Depth first with propagation; a branch ends when the probability of the outcomes left, an
// upper bound, is below the threshold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/deadline.hpp"
#include "csp/propagation.hpp"
#include "stages/distribution.hpp"
#include "stages/wide.hpp"

namespace woodstock::stages {

struct ChancePolicy {
  std::vector<csp::ValueId> decisions;
  Wide satisfaction;  // over the product of the denominators
};

class ChanceSearch {
 public:
  // `need` is the threshold over the product of the denominators, rounded up; nothing below 1 counts. Throws
  // std::overflow_error if that product does not fit.
  ChanceSearch(csp::Csp csp, std::vector<csp::VariableId> decisions, std::vector<Distribution> distributions,
               Wide need, csp::Filter filter = {});

  // The next policy, in lexicographic order of the decisions' values; nothing after the last. Throws
  // OutOfTime, after which the search is over.
  std::optional<ChancePolicy> next(const Deadline& deadline = {});
  // The assignments of all variables under which the last policy's constraints hold, one after the other.
  const std::vector<std::vector<csp::ValueId>>& outcomes() const { return outcomes_; }
  csp::Counters counters() const { return propagation_.counters(); }

 private:
  struct Decided {
    std::uint32_t after;  // decisions until the scope is decided, kNever if chance is part of it
    std::vector<std::int64_t> weights;
  };
  static constexpr std::uint32_t kNever = 0xffffffff;

  bool within_reach();
  Wide satisfaction(const Deadline& deadline);
  bool descend(csp::ValueId value);

  std::vector<csp::VariableId> decisions_;
  std::vector<Distribution> distributions_;
  std::vector<Decided> decided_;
  Wide need_;
  csp::Propagation propagation_;
  std::vector<csp::ValueId> values_;  // by variable
  std::vector<csp::ValueId> path_;    // a value per decision taken
  std::vector<std::vector<csp::ValueId>> outcomes_;
  enum class State { start, running, done } state_ = State::start;
};

}  // namespace woodstock::stages
