// Fluents that cycle on their own (whose turn it is, a short step counter): their successors depend on no
// move, so lanes that start together pass through the same valuations together, and the circuit can be
// specialised for each (design: splitting by control).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

// How much smaller a step must become, relatively, for fluents to be worth splitting by: each phase has code
// of its own, and code has to fit into caches. With a tail before the cycle it must be more, as playouts from
// a state in the tail are never in phase with playouts begun later.
struct PhaseGain {
  double cycle = 0.02;
  double tail = 0.3;
};

class Phases {
 public:
  // At most `limit` phases, those of a tail before the cycle included.
  explicit Phases(const Circuit& circuit, std::uint32_t limit = 8, const PhaseGain& least = {});

  std::uint32_t count() const { return static_cast<std::uint32_t>(values_.size()); }
  // The phase of the initial state is 0.
  std::uint32_t successor(std::uint32_t phase) const { return phase + 1 < count() ? phase + 1 : loop_; }
  // Fluents that cycle, ascending, and their values in a phase.
  std::span<const std::uint32_t> fluents() const { return fluents_; }
  std::span<const std::uint8_t> values(std::uint32_t phase) const { return values_[phase]; }
  // The phase of a state given as words, or `count()` if it is in none.
  std::uint32_t find(std::span<const std::uint64_t> state) const;
  // What `Circuit::specialised` is to fix in a phase.
  std::vector<std::pair<std::uint32_t, bool>> fixed(const Circuit& circuit, std::uint32_t phase) const;

 private:
  Phases() = default;
  // What a step costs in the mean, once the tail is passed.
  double cost(const Circuit& circuit) const;

  std::vector<std::uint32_t> fluents_;
  std::vector<std::vector<std::uint8_t>> values_;
  std::uint32_t loop_ = 0;  // where the last phase leads
};

}  // namespace woodstock::circuit
