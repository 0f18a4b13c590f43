#include "stepper/lazy_cones.hpp"

#include <algorithm>

namespace woodstock::stepper {

using namespace circuit;

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
  end_cone(static_cast<std::uint32_t>(gates.size()));
}

void LazyCones::end_cone(std::uint32_t gates) {
  scratch_ = std::max(scratch_, gates);
  cones_.push_back({static_cast<std::uint32_t>(code_.size()), static_cast<std::uint32_t>(outputs_.size())});
}

void LazyCones::add(const MoveChange& change) {
  std::vector<std::size_t> gates;  // where each own gate begins in the code
  for (std::size_t i = 0; i < change.code.size(); i += 1 + change.code[i]) gates.push_back(i);
  std::vector<std::uint32_t> own(gates.size(),
                                 EventNetwork::kAbsent);  // scratch node, once wanted and placed
  std::vector<bool> wanted(gates.size(), false);
  const auto want = [&](Signal s) {
    if (node_of(s) >= MoveChange::kFirstLocal) wanted[node_of(s) - MoveChange::kFirstLocal] = true;
  };
  const auto inputs = [&](std::size_t gate) {
    return std::span(change.code).subspan(gates[gate] + 1, change.code[gates[gate]]);
  };
  for (const auto& [fluent, next] : change.fluents) want(next);
  for (auto gate = gates.size(); gate-- > 0;)
    if (wanted[gate]) std::ranges::for_each(inputs(gate), want);
  const auto map = [&](Signal s) {
    const auto node = node_of(s);
    return signal_of(node >= MoveChange::kFirstLocal ? own[node - MoveChange::kFirstLocal] : image_[node],
                     complemented(s));
  };
  std::uint32_t count = 0;
  for (std::size_t gate = 0; gate < gates.size(); ++gate) {
    if (!wanted[gate]) continue;
    code_.push_back(static_cast<std::uint32_t>(inputs(gate).size()));
    for (const auto s : inputs(gate)) code_.push_back(map(s));
    own[gate] = first_own_ + count++;
  }
  for (const auto& [fluent, next] : change.fluents)
    if (node_of(next) != 0) outputs_.push_back(map(next));
  end_cone(count);
}

void LazyCones::finish() {
  circuit_ = nullptr;
  image_ = {};
}

}  // namespace woodstock::stepper
