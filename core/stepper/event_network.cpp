#include "stepper/event_network.hpp"

#include <algorithm>

namespace woodstock::stepper {

using namespace circuit;

namespace {

std::vector<bool> cone_of(const Circuit& circuit, std::span<const Signal> outputs,
                          std::span<const std::uint32_t> kept) {
  std::vector<bool> wanted(circuit.node_count(), false);
  for (const auto node : kept) wanted[node] = true;
  for (const auto s : outputs) wanted[node_of(s)] = true;
  for (auto node = circuit.node_count(); node-- > circuit.first_gate();)
    if (wanted[node])
      for (const auto s : circuit.inputs(node)) wanted[node_of(s)] = true;
  return wanted;
}

}  // namespace

EventNetwork::EventNetwork(const Circuit& circuit, std::span<const Signal> outputs,
                           std::span<const std::uint32_t> kept)
    : image_(circuit.node_count(), kAbsent) {
  const auto wanted = cone_of(circuit, outputs, kept);
  std::uint32_t count = 0;
  for (std::uint32_t node = 0; node < circuit.node_count(); ++node)
    if (!circuit.is_gate(node) || wanted[node]) image_[node] = count++;

  initial_cells_.assign(count, 2);
  const auto initially = [&](Signal s) {
    return (initial_cells_[image_[node_of(s)]] < 2) != complemented(s);
  };
  nodes_.assign(count + 1, Node{0, 0, 0});
  // First the number of targets of each kind, then where each kind begins.
  for (auto node = circuit.first_gate(); node < circuit.node_count(); ++node) {
    if (!wanted[node]) continue;
    std::uint32_t false_inputs = 0;
    for (const auto s : circuit.inputs(node)) {
      auto& from = nodes_[image_[node_of(s)]];
      ++(complemented(s) ? from.complemented : from.plain);
      false_inputs += initially(s) ? 0 : 1;
    }
    initial_cells_[image_[node]] = 2 * false_inputs + (false_inputs == 0 ? 1 : 0);
  }
  for (const auto s : outputs)
    if (node_of(s) != 0) ++nodes_[image_[node_of(s)]].outputs;  // the constant never flips
  std::uint32_t end = 0;
  for (auto& node : nodes_) {
    const auto counts = node;
    node = {end, end + counts.plain, end + counts.plain + counts.complemented};
    end = node.outputs + counts.outputs;
  }
  targets_.resize(end);
  auto at = nodes_;
  for (auto node = circuit.first_gate(); node < circuit.node_count(); ++node) {
    if (!wanted[node]) continue;
    for (const auto s : circuit.inputs(node)) {
      auto& from = at[image_[node_of(s)]];
      targets_[(complemented(s) ? from.complemented : from.plain)++] = image_[node];
    }
  }
  initial_outputs_.assign((outputs.size() + 63) / 64, 0);
  for (std::uint32_t bit = 0; bit < outputs.size(); ++bit) {
    const auto node = node_of(outputs[bit]);
    if (node != 0) targets_[at[image_[node]].outputs++] = bit;
    if (initially(outputs[bit])) initial_outputs_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
}

EventValues::EventValues(const EventNetwork& network, std::uint32_t scratch)
    : network_(&network),
      cells_(network.initial_cells_),
      outputs_(network.initial_outputs_),
      queue_(std::max<std::size_t>(1024, network.node_count())) {
  cells_.resize(cells_.size() + scratch, 2);
}

void EventValues::make_room(std::size_t entries) {
  std::copy(queue_.begin() + static_cast<std::ptrdiff_t>(head_),
            queue_.begin() + static_cast<std::ptrdiff_t>(tail_), queue_.begin());
  tail_ -= head_;
  head_ = 0;
  if (tail_ + entries > queue_.size() / 2) queue_.resize(2 * (tail_ + entries));
}

void EventValues::propagate() {
  const auto* const nodes = network_->nodes_.data();
  const auto* const targets = network_->targets_.data();
  auto* const cells = cells_.data();
  auto* const outputs = outputs_.data();
  while (head_ != tail_) {
    const auto n = queue_[head_++];
    const auto cell = cells[n];
    // A node that flipped twice before its turn came has nothing to tell.
    if ((cell < 2) == (cell & 1U)) continue;
    cells[n] = cell ^ 1U;
    const auto& node = nodes[n];
    const auto end = nodes[n + 1].plain;
    touches_ += end - node.plain;
    if (tail_ + (node.outputs - node.plain) > queue_.size()) make_room(node.outputs - node.plain);
    auto* const queue = queue_.data();
    auto tail = tail_;
    // Edges that turn true lie on one side of the complemented ones, those that turn false on the other.
    const bool risen = cell < 2;
    const auto rising = risen ? node.plain : node.complemented;
    const auto rising_end = risen ? node.complemented : node.outputs;
    const auto falling = risen ? node.complemented : node.plain;
    const auto falling_end = risen ? node.outputs : node.complemented;
    for (auto i = rising; i != rising_end; ++i) {
      const auto gate = targets[i];
      const auto count = cells[gate] - 2;
      cells[gate] = count;
      queue[tail] = gate;
      tail += count < 2;
    }
    for (auto i = falling; i != falling_end; ++i) {
      const auto gate = targets[i];
      const auto count = cells[gate];
      cells[gate] = count + 2;
      queue[tail] = gate;
      tail += count < 2;
    }
    tail_ = tail;
    for (auto i = node.outputs; i != end; ++i)
      outputs[targets[i] / 64] ^= std::uint64_t{1} << targets[i] % 64;
  }
  head_ = tail_ = 0;
}

}  // namespace woodstock::stepper
