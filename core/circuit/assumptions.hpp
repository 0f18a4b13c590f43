// What is known of a circuit's gates in some of its states: an assumption that a signal holds, and all that
// follows from it downwards through conjunctions.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock::circuit {

class Assumptions {
 public:
  void assume(const Circuit& circuit, Signal holds) {
    std::vector<Signal> open{holds};
    while (!open.empty()) {
      const auto signal = open.back();
      open.pop_back();
      if (node_of(signal) == 0) continue;
      if (!value_.try_emplace(node_of(signal), !complemented(signal)).second) continue;
      if (!complemented(signal) && circuit.is_gate(node_of(signal)))
        for (const auto input : circuit.inputs(node_of(signal))) open.push_back(input);
    }
  }

  // The signal itself, or the constant that it is known to be.
  Signal resolved(Signal signal) const {
    const auto at = value_.find(node_of(signal));
    if (at == value_.end()) return signal;
    return at->second != complemented(signal) ? kTrue : kFalse;
  }

  // Per node known: its value.
  const std::unordered_map<std::uint32_t, bool>& known() const { return value_; }

 private:
  std::unordered_map<std::uint32_t, bool> value_;
};

}  // namespace woodstock::circuit
