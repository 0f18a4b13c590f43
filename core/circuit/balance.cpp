#include "circuit/balance.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace woodstock::circuit {

namespace {

constexpr std::size_t kNarrow = 3;  // inputs of a gate that is left alone

Signal tree(Circuit& to, std::span<const Signal> inputs) {
  if (inputs.size() <= kNarrow) return to.all_of({inputs.begin(), inputs.end()});
  const auto half = std::bit_floor(inputs.size() - 1);
  return to.all_of({tree(to, inputs.first(half)), tree(to, inputs.subspan(half))});
}

}  // namespace

Circuit balanced(const Circuit& circuit) {
  return circuit.rewritten([&](Circuit& to, std::uint32_t gate, const std::vector<Signal>& image) {
    std::vector<Signal> inputs;
    for (const auto s : circuit.inputs(gate)) inputs.push_back(image[node_of(s)] ^ (s & 1U));
    // Complemented inputs apart: a tree of them is one of disjunctions.
    std::ranges::stable_partition(inputs, [](Signal s) { return !complemented(s); });
    return tree(to, inputs);
  });
}

}  // namespace woodstock::circuit
