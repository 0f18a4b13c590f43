// Disjunctions over moves of one role as sets. Since a role makes exactly one move, such a set and its
// complement among the moves that may be legal say the same with opposite signs, and the smaller one is
// built.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

// Moves of one role, sorted.
struct MoveSet {
  std::uint32_t role;
  std::vector<std::uint32_t> moves;
  auto operator<=>(const MoveSet&) const = default;
};

class MoveSets {
 public:
  // Adds gates to the circuit, which must stay where it is; its `legal` says which moves count.
  explicit MoveSets(Circuit& circuit);

  // The set that a signal stands for; null if it is none.
  const MoveSet* set_of(Signal signal);
  // The inputs that an OR for the set takes.
  std::size_t width(const MoveSet& set) const;
  // Whether there is a signal for the set already.
  bool known(const MoveSet& set) const { return signals_.contains(set); }
  Signal signal_for(MoveSet set);

 private:
  Circuit& circuit_;
  std::vector<std::vector<std::uint32_t>> possible_;  // per role: moves that may be legal
  std::unordered_map<Signal, MoveSet> sets_;
  std::map<MoveSet, Signal> signals_;
};

}  // namespace woodstock::circuit
