// The next state as a function of the move. Where only one role has a choice, its moves are mutually
// exclusive, so the circuit of `next` can be specialised for each: what most moves do to most fluents is then
// nothing, and to the others mostly "set" or "clear". No move needs to be an input of the network any more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

// What one move changes. Signals are of the circuit the transition was compiled into, or, from node
// kFirstLocal on, of the change's own gates.
struct MoveChange {
  static constexpr std::uint32_t kFirstLocal = 1U << 30;

  struct Fluent {
    std::uint32_t fluent;
    Signal next;
  };
  std::vector<Fluent> fluents;
  std::vector<std::uint32_t> code;  // per own gate: the number of its inputs, then they; inputs before users
};

struct Transition {
  std::vector<Signal> image;     // of each node of the specialised circuit, if no move of the role is made
  std::vector<Signal> defaults;  // per fluent: its next value unless the move made changes that
  std::vector<MoveChange> moves;
};

// `from` is a circuit in which no role but `role` has a choice; signals of the result are of `to`, which has
// the same inputs and gets the gates needed. Nothing if the changes have more than `limit` gate inputs.
std::optional<Transition> transition_by_move(const Circuit& from, std::uint32_t role, Circuit& to,
                                             std::size_t limit = 2'000'000);

}  // namespace woodstock::circuit
