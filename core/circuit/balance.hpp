// Wide gates as balanced trees of narrow ones: where one input of a hundred changes, six gates do, not one
// with ninety-nine others.
#pragma once

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

Circuit balanced(const Circuit& circuit);

}  // namespace woodstock::circuit
