// Depth-first search that enumerates solutions one at a time: maintaining arc consistency (MAC, Sabin &
// Freuder 1994) or forward checking, with dom/ddeg. Nothing is stored but the current path, so the first
// solution comes at once and memory does not grow with their number.
#pragma once

#include <cstdint>
#include <vector>

#include "base/deadline.hpp"
#include "csp/propagation.hpp"

namespace woodstock::csp {

enum class Step { solution, exhausted, timed_out };

class Search {
 public:
  enum class Inference { arc_consistency, forward_checking };

  // `first` variables are branched on before all others (a stage's actions). The search starts from the
  // propagation's present domains and leaves them as they were when it is exhausted or destroyed.
  Search(Propagation& propagation, std::vector<VariableId> first = {},
         Inference inference = Inference::arc_consistency);
  ~Search() { reset(); }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Moves to the next solution, to be read from the propagation's domains.
  Step next(const Deadline& deadline = {});
  // The values of all variables at a solution.
  std::vector<ValueId> assignment() const;
  // Undoes the current path; the next solution is the first again.
  void reset();

 private:
  struct Frame {
    VariableId variable;
    ValueId value;
  };
  bool select(VariableId& chosen);
  bool descend(VariableId x, ValueId a);
  bool forward_check(VariableId x);

  Propagation& propagation_;
  std::vector<VariableId> first_;
  std::vector<VariableId> rest_;
  Inference inference_;
  std::vector<Frame> frames_;
  std::vector<std::uint8_t> assigned_;  // forward checking: set by the search, not only left with one value
  std::vector<VariableId> ready_;  // forward checking: variables left with one value, to be assigned next
  enum class State { start, at_solution, interrupted, done } state_ = State::start;
  Frame resume_{};  // interrupted: the value to try next
};

}  // namespace woodstock::csp
