// The next state as a function of the move. Where only one role has a choice, its moves are mutually
// exclusive, so the circuit of `next` can be specialised for each: what most moves do to most fluents is then
// nothing, and to the others mostly "set" or "clear". No move needs to be an input of the network any more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "woodstock/circuit.hpp"

namespace woodstock {

struct FluentChange {
  std::uint32_t fluent;
  Signal next;
};

struct Transition {
  std::vector<Signal> image;     // of each node of the specialised circuit, if no move of the role is made
  std::vector<Signal> defaults;  // per fluent: its next value unless the move made changes that
  std::vector<std::vector<FluentChange>> changes;  // per move of the role
  std::vector<std::uint32_t> state_gates;          // gates of `next` that do not depend on the move
};

// `from` is a circuit in which no role but `role` has a choice; signals of the result are of `to`, which has
// the same inputs and gets the gates needed. Nothing if the work exceeds `budget` gate inputs.
std::optional<Transition> transition_by_move(const Circuit& from, std::uint32_t role, Circuit& to,
                                             std::size_t budget = 2'000'000);

}  // namespace woodstock
