// Sharing of gate inputs: pairs of signals that are inputs of several gates become gates of their own, round
// after round (the extraction of common two-literal cubes of multi-level logic synthesis, Brayton et al.
// 1987). An AND of n inputs takes n - 1 operations however it is nested, so every pair that two gates share
// saves one.
#pragma once

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

// An equal circuit that takes fewer operations.
Circuit with_shared_inputs(const Circuit& circuit);

}  // namespace woodstock::circuit
