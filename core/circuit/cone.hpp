// What signals of a circuit depend on.
#pragma once

#include <span>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

// Per node: whether one of the signals depends on it, itself included.
std::vector<bool> cone_of(const Circuit& circuit, std::span<const Signal> signals);

}  // namespace woodstock::circuit
