// What is known exactly of beliefs: how plays go from there if everybody does their best, or at least how
// much the role that decides there can have at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "belief/belief.hpp"
#include "belief/outcomes.hpp"

namespace woodstock::search::belief_game {

struct Solution {
  bool exact = false;
  std::uint32_t decider = 0;                 // the role that chooses here, or if there is none that asked
  double ceiling = 0;                        // of that role; where the solution is exact, its value
  std::vector<belief::Ending> endings = {};  // only where it is exact
  std::vector<double> values = {};           // per role, the mean of the endings
  std::vector<std::uint32_t> best = {};      // per role its move, numbered within the role

  std::size_t bytes() const;
};

// Entries stay where they are.
class SolvedBeliefs {
 public:
  // Of a sorted belief; null if nothing is known.
  const Solution* find(const belief::Belief& belief) const;
  // In place of what was known before.
  const Solution& add(const belief::Belief& belief, Solution solution);
  std::size_t bytes() const { return bytes_; }
  void clear();

 private:
  struct Entry {
    belief::Belief belief;
    Solution solution;
  };
  std::unordered_map<std::uint64_t, Entry> entries_;
  std::size_t bytes_ = 0;
};

}  // namespace woodstock::search::belief_game
