// Event-driven evaluation of a circuit: every gate counts its inputs that are false, a flip of a node touches
// the nodes it feeds and nothing else. `EventNetwork` is the immutable wiring, `EventValues` the values of
// one cursor; many cursors share one wiring.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock::stepper {

class EventNetwork {
 public:
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

  // Keeps the gates that reach an output or one of the nodes `kept`; output i becomes bit i of the values'
  // output words. Fluents and moves keep their node numbers.
  EventNetwork(const circuit::Circuit& circuit, std::span<const circuit::Signal> outputs,
               std::span<const std::uint32_t> kept = {});

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()) - 1; }
  std::size_t edge_count() const { return targets_.size(); }
  // The node that carries a node of the circuit, or kAbsent.
  std::uint32_t image(std::uint32_t circuit_node) const { return image_[circuit_node]; }

 private:
  friend class EventValues;

  // A node feeds targets [plain, complemented) directly, [complemented, outputs) through a complement, and
  // toggles the output bits [outputs, next node's plain).
  struct Node {
    std::uint32_t plain, complemented, outputs;
  };

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> targets_;
  std::vector<std::uint32_t> image_;
  // With every fluent and every move false.
  std::vector<std::uint32_t> initial_cells_;
  std::vector<std::uint64_t> initial_outputs_;
};

class EventValues {
 public:
  // All fluents and moves are false at first. The network must outlive the values. `scratch` nodes follow
  // those of the network: others may store values there.
  explicit EventValues(const EventNetwork& network, std::uint32_t scratch = 0);

  bool value(std::uint32_t node) const { return cells_[node] < 2; }
  bool holds(circuit::Signal signal) const {
    return value(circuit::node_of(signal)) != circuit::complemented(signal);
  }
  void store(std::uint32_t scratch_node, bool value) { cells_[scratch_node] = value ? 1 : 2; }
  // Flips a fluent or a move; takes effect on gates and outputs with the next `propagate`.
  void flip(std::uint32_t source) {
    cells_[source] ^= 2;
    if (tail_ == queue_.size()) make_room(1);
    queue_[tail_++] = source;
  }
  void propagate();
  const std::uint64_t* outputs() const { return outputs_.data(); }
  bool output(std::uint32_t bit) const { return outputs_[bit / 64] >> (bit % 64) & 1U; }
  // How many times a flip has touched a gate or an output: the work done so far.
  std::uint64_t touches() const { return touches_; }

 private:
  void make_room(std::size_t entries);

  const EventNetwork* network_;
  // Per node: twice the number of false inputs, plus the value that its targets have been told.
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint64_t> outputs_;
  std::vector<std::uint32_t> queue_;
  std::size_t head_ = 0, tail_ = 0;
  std::uint64_t touches_ = 0;
};

}  // namespace woodstock::stepper
