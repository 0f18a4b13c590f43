#include "circuit/cone.hpp"

namespace woodstock::circuit {

std::vector<bool> cone_of(const Circuit& circuit, std::span<const Signal> signals) {
  std::vector<bool> wanted(circuit.node_count(), false);
  for (const auto signal : signals) wanted[node_of(signal)] = true;
  for (auto gate = circuit.node_count(); gate-- > circuit.first_gate();)
    if (wanted[gate])
      for (const auto input : circuit.inputs(gate)) wanted[node_of(input)] = true;
  return wanted;
}

}  // namespace woodstock::circuit
