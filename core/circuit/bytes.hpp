// A circuit as bytes, to be kept in a file: 32-bit little-endian words with a version in front and a checksum
// behind, so that what is torn, altered or of another time is told from a circuit.
#pragma once

#include <string>
#include <string_view>

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

std::string to_bytes(const Circuit& circuit);

// The circuit that `to_bytes` wrote, with the same numbers. Throws std::invalid_argument for anything else.
Circuit from_bytes(std::string_view bytes);

}  // namespace woodstock::circuit
