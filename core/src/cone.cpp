#include "woodstock/cone.hpp"

namespace woodstock {

LazyCone::LazyCone(const Circuit& circuit, const EventNetwork& network, std::span<const Signal> outputs)
    : first_own_(network.node_count()) {
  std::vector<std::uint32_t> image(circuit.node_count());
  std::vector<bool> wanted(circuit.node_count(), false);
  for (const auto s : outputs) wanted[node_of(s)] = true;
  for (auto node = circuit.node_count(); node-- > 0;) {
    image[node] = network.image(node);
    if (!wanted[node] || image[node] != EventNetwork::kAbsent) continue;
    for (const auto s : circuit.inputs(node)) wanted[node_of(s)] = true;
  }
  const auto map = [&](Signal s) { return signal_of(image[node_of(s)], complemented(s)); };
  for (auto node = circuit.first_gate(); node < circuit.node_count(); ++node) {
    if (!wanted[node] || image[node] != EventNetwork::kAbsent) continue;
    image[node] = first_own_ + static_cast<std::uint32_t>(gate_count());
    for (const auto s : circuit.inputs(node)) inputs_.push_back(map(s));
    start_.push_back(static_cast<std::uint32_t>(inputs_.size()));
  }
  for (const auto s : outputs) outputs_.push_back(map(s));
}

std::span<const std::uint8_t> LazyCone::evaluate(const EventValues& values,
                                                 std::vector<std::uint8_t>& scratch) const {
  const auto gates = gate_count();
  scratch.resize(gates + outputs_.size());
  const auto holds = [&](Signal s) {
    const auto node = node_of(s);
    return (node < first_own_ ? values.value(node) : scratch[node - first_own_] != 0) != complemented(s);
  };
  for (std::size_t gate = 0; gate < gates; ++gate) {
    bool all = true;
    for (auto i = start_[gate]; all && i != start_[gate + 1]; ++i) all = holds(inputs_[i]);
    scratch[gate] = all;
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) scratch[gates + i] = holds(outputs_[i]);
  return std::span<const std::uint8_t>(scratch).subspan(gates);
}

}  // namespace woodstock
