// A symmetry of a game, and what it makes of the parts of an evaluation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/learning/contexts.hpp"
#include "search/learning/pairs.hpp"
#include "search/learning/signed_classes.hpp"
#include "search/payoffs.hpp"

namespace woodstock::search::learning {

// Where each fluent goes, and each role; and each move, for evaluations that count which are legal.
struct Symmetry {
  std::vector<std::uint32_t> fluents, roles, moves = {};
};

// Where contexts go; nothing if they do not go along. Players that are exchanged within a context are told
// apart by one number at most: where each has its own, tied weights would count for several at once.
std::optional<std::vector<std::uint32_t>> context_images(const Contexts& contexts, const Symmetry& symmetry,
                                                         std::uint32_t heads);

// The head that one goes to, with the sign of its logits there; 0 where no logit is another one's opposite.
Tie head_image(const Payoffs& payoffs, const Symmetry& symmetry, std::uint32_t head);

// Of pairs, the images that are not among them, as far as all of them together are not too many.
std::vector<Pair> missing_images(const std::vector<Pair>& pairs, std::span<const Symmetry> symmetries,
                                 std::size_t most);

}  // namespace woodstock::search::learning
