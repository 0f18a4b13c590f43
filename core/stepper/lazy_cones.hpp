// Values that are asked for now and then (goals, percepts, what a move does): their gates are evaluated from
// scratch, in topological order, on top of the values an event-driven network keeps anyway. Reversi's
// counting of discs is larger than the rest of the game and matters once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.hpp"
#include "circuit/transition.hpp"
#include "stepper/event_network.hpp"

namespace woodstock::stepper {

// Many cones over one network, each a run of gates with its outputs.
class LazyCones {
 public:
  LazyCones(const circuit::Circuit& circuit, const EventNetwork& network);

  // Adds the cone of these signals of the circuit.
  void add(std::span<const circuit::Signal> outputs);
  // Adds the conditional changes of a move (those whose next value is not a constant); the network must hold
  // every gate of the circuit that they name.
  void add(const circuit::MoveChange& change);
  // Frees what only `add` needs.
  void finish();

  // How many scratch nodes `evaluate` needs behind the network's.
  std::uint32_t scratch_count() const { return scratch_; }
  // Gates, gate inputs and outputs of a cone.
  std::uint32_t size(std::size_t cone) const {
    return cones_[cone + 1].code - cones_[cone].code + cones_[cone + 1].outputs - cones_[cone].outputs;
  }
  // Evaluates a cone; its outputs are signals that may be read from the values until another is evaluated.
  std::span<const circuit::Signal> evaluate(std::size_t cone, EventValues& values) const {
    const auto& [code, outputs] = cones_[cone];
    const auto end = cones_[cone + 1].code;
    auto own = first_own_;
    for (auto i = code; i != end; ++own) {
      const auto next = i + 1 + code_[i];
      bool all = true;
      for (++i; i != next; ++i)
        if (!values.holds(code_[i])) {
          all = false;
          i = next;
          break;
        }
      values.store(own, all);
    }
    return {outputs_.data() + outputs, outputs_.data() + cones_[cone + 1].outputs};
  }

 private:
  struct Cone {
    std::uint32_t code, outputs;
  };

  const circuit::Circuit* circuit_;
  std::vector<std::uint32_t> image_;  // node of the circuit -> node of the network or scratch node
  std::uint32_t first_own_;
  std::uint32_t scratch_ = 0;
  void end_cone(std::uint32_t gates);

  std::vector<Cone> cones_{{0, 0}};
  std::vector<std::uint32_t> code_;  // per gate: the number of its inputs, then they
  std::vector<circuit::Signal> outputs_;
};

}  // namespace woodstock::stepper
