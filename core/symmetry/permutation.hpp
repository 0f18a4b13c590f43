// A symmetry of a game as the core sees it (Koriche et al. 2017, IJCAI, §2.2): where every fluent and every
// move goes. Moves are numbered over all roles, as in the circuit; each stays with its role.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::symmetry {

struct Permutation {
  std::vector<std::uint32_t> fluents, moves;  // where each goes

  static Permutation identity(std::uint32_t fluent_count, std::uint32_t move_count);
  // First this one, then `next`.
  Permutation then(const Permutation& next) const;
  Permutation inverse() const;
  bool is_identity() const;
  // Whether both rows have every number once.
  bool is_valid() const;
  // The image of a state, bit by bit; `image` has as many words and does not overlap.
  void map(std::span<const std::uint64_t> words, std::span<std::uint64_t> image) const;

  bool operator==(const Permutation&) const = default;
};

}  // namespace woodstock::symmetry
