#include "belief/view.hpp"

namespace woodstock::belief {

View::View(const circuit::Circuit& circuit, std::uint32_t role)
    : circuit_(&circuit), role_(role), mask_((circuit.percepts.size() + 63) / 64, 0) {
  for (std::size_t p = 0; p < circuit.percepts.size(); ++p)
    if (circuit.percepts[p].role == role) mask_[p / 64] |= std::uint64_t{1} << (p % 64);
}

View::Bits View::of(std::span<const std::uint64_t> percepts) const {
  auto bits = mask_;
  for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= percepts[w];
  return bits;
}

bool View::is(std::span<const std::uint64_t> percepts, const Bits& seen) const {
  for (std::size_t w = 0; w < mask_.size(); ++w)
    if ((percepts[w] & mask_[w]) != seen[w]) return false;
  return true;
}

std::optional<View::Bits> View::bits(std::span<const std::uint32_t> percepts) const {
  Bits bits(mask_.size(), 0);
  for (const auto percept : percepts) {
    bool possible = false;
    for (std::size_t p = 0; p < circuit_->percepts.size(); ++p) {
      const auto& output = circuit_->percepts[p];
      if (output.role != role_ || output.percept != percept) continue;
      bits[p / 64] |= std::uint64_t{1} << (p % 64);
      possible = true;
    }
    if (!possible) return std::nullopt;
  }
  return bits;
}

}  // namespace woodstock::belief
