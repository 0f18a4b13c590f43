// Outputs that are only asked for now and then (goals, percepts): their gates are evaluated from scratch, in
// topological order, on top of the values an event-driven network keeps anyway. Reversi's counting of discs
// is larger than the rest of the game and matters once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/circuit.hpp"
#include "woodstock/network.hpp"

namespace woodstock {

class LazyCone {
 public:
  LazyCone() = default;
  LazyCone(const Circuit& circuit, const EventNetwork& network, std::span<const Signal> outputs);

  std::size_t gate_count() const { return start_.size() - 1; }
  // One byte per output. `scratch` is any vector that lives longer than one call, so that it is allocated
  // once.
  std::span<const std::uint8_t> evaluate(const EventValues& values, std::vector<std::uint8_t>& scratch) const;

 private:
  // Signals over two spaces: nodes of the network below `first_own_`, own gates from there on.
  std::uint32_t first_own_ = 0;
  std::vector<std::uint32_t> start_{0};
  std::vector<Signal> inputs_;
  std::vector<Signal> outputs_;
};

}  // namespace woodstock
