#include "circuit/move_sets.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace woodstock::circuit {

MoveSets::MoveSets(Circuit& circuit) : circuit_(circuit), possible_(circuit.role_count()) {
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r)
    for (auto m = circuit.role_begin(r); m < circuit.role_begin(r + 1); ++m)
      if (circuit.legal[m] != kFalse) possible_[r].push_back(m);
}

const MoveSet* MoveSets::set_of(Signal signal) {
  const auto known = sets_.find(signal);
  if (known != sets_.end()) return &known->second;
  if (complemented(signal) || !circuit_.is_move(node_of(signal))) return nullptr;
  const auto move = node_of(signal) - circuit_.move_node(0);
  return &sets_.emplace(signal, MoveSet{circuit_.role_of(move), {move}}).first->second;
}

std::size_t MoveSets::width(const MoveSet& set) const {
  return std::min(set.moves.size(), possible_[set.role].size() - set.moves.size());
}

Signal MoveSets::signal_for(MoveSet set) {
  const auto known = signals_.find(set);
  if (known != signals_.end()) return known->second;
  MoveSet others{set.role, {}};
  std::ranges::set_difference(possible_[set.role], set.moves, std::back_inserter(others.moves));
  const bool inverted = others.moves.size() < set.moves.size();
  std::vector<Signal> inputs;
  for (const auto m : inverted ? others.moves : set.moves) inputs.push_back(signal_of(circuit_.move_node(m)));
  const auto positive = circuit_.any_of(std::move(inputs));
  const auto signal = inverted ? negate(positive) : positive;
  if (signal > kTrue) {
    sets_.insert_or_assign(signal, set);
    sets_.insert_or_assign(negate(signal), others);
    signals_.emplace(std::move(others), negate(signal));
  }
  signals_.emplace(std::move(set), signal);
  return signal;
}

}  // namespace woodstock::circuit
