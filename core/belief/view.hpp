// What a role sees of a step: a bit per percept output of the circuit, those of other roles left out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock::belief {

class View {
 public:
  using Bits = std::vector<std::uint64_t>;

  View(const circuit::Circuit& circuit, std::uint32_t role);
  // What the role sees of the percepts of all.
  Bits of(std::span<const std::uint64_t> percepts) const;
  bool is(std::span<const std::uint64_t> percepts, const Bits& seen) const;
  // The bits of percepts by their numbers in the game's list; nothing if the role can never see one of them.
  std::optional<Bits> bits(std::span<const std::uint32_t> percepts) const;

 private:
  const circuit::Circuit* circuit_;
  std::uint32_t role_;
  Bits mask_;
};

}  // namespace woodstock::belief
