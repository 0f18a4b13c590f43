#include "woodstock/cone.hpp"

#include <algorithm>

namespace woodstock {

LazyCones::LazyCones(const Circuit& circuit, const EventNetwork& network)
    : circuit_(&circuit), image_(circuit.node_count()), first_own_(network.node_count()) {
  for (std::uint32_t node = 0; node < circuit.node_count(); ++node) image_[node] = network.image(node);
}

void LazyCones::add(std::span<const Signal> outputs) {
  std::vector<std::uint32_t> gates;
  // Depth first over what the network lacks; kAbsent - 1 marks a gate as found.
  constexpr auto kFound = EventNetwork::kAbsent - 1;
  const auto visit = [&](Signal s) {
    if (image_[node_of(s)] != EventNetwork::kAbsent) return;
    image_[node_of(s)] = kFound;
    gates.push_back(node_of(s));
  };
  for (const auto s : outputs) visit(s);
  for (std::size_t i = 0; i < gates.size(); ++i)
    for (const auto s : circuit_->inputs(gates[i])) visit(s);
  std::ranges::sort(gates);
  const auto map = [&](Signal s) { return signal_of(image_[node_of(s)], complemented(s)); };
  auto own = first_own_;
  for (const auto gate : gates) {
    const auto inputs = circuit_->inputs(gate);
    code_.push_back(static_cast<std::uint32_t>(inputs.size()));
    for (const auto s : inputs) code_.push_back(map(s));
    image_[gate] = own++;
  }
  for (const auto s : outputs) outputs_.push_back(map(s));
  for (const auto gate : gates) image_[gate] = EventNetwork::kAbsent;
  scratch_ = std::max(scratch_, static_cast<std::uint32_t>(gates.size()));
  cones_.push_back({static_cast<std::uint32_t>(code_.size()), static_cast<std::uint32_t>(outputs_.size())});
}

void LazyCones::finish() {
  circuit_ = nullptr;
  image_ = {};
}

}  // namespace woodstock
