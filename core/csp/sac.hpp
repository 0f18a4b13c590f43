// Singleton arc consistency (Debruyne & Bessière 1997), SAC-1: a value whose assignment arc consistency
// refutes is removed; repeated until a pass removes nothing.
#pragma once

#include <cstdint>
#include <span>

#include "base/deadline.hpp"
#include "csp/propagation.hpp"

namespace woodstock::csp {

struct SacResult {
  bool consistent = true;  // false: some domain became empty
  bool complete = true;    // false: the deadline passed first
  std::uint32_t passes = 0;
};

// Filters the propagation's domains at its present depth; with `only`, it is the values of these variables
// that are tried.
SacResult enforce_sac(Propagation& propagation, const Deadline& deadline = {},
                      std::span<const VariableId> only = {});

}  // namespace woodstock::csp
