#include "circuit/circuit.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/random.hpp"
#include "circuit/cone.hpp"

namespace woodstock::circuit {

Circuit::Circuit(std::uint32_t fluents, std::vector<std::uint32_t> moves_per_role, std::int32_t chance_role)
    : fluents_(fluents), chance_role_(chance_role) {
  role_begin_.push_back(0);
  for (const auto count : moves_per_role) role_begin_.push_back(role_begin_.back() + count);
  legal.assign(move_count(), kFalse);
  next.assign(fluents_, kFalse);
  initial.assign(fluents_, 0);
}

Signal Circuit::gate(std::vector<Signal> inputs) {
  std::uint64_t hash = inputs.size();
  for (const auto input : inputs) hash = mix64(hash ^ input);
  const auto [first, last] = known_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (std::ranges::equal(this->inputs(it->second), inputs)) return signal_of(it->second);
  const auto node = node_count();
  inputs_.insert(inputs_.end(), inputs.begin(), inputs.end());
  start_.push_back(inputs_.size());
  known_.emplace(hash, node);
  return signal_of(node);
}

Signal Circuit::all_of(std::vector<Signal> signals) {
  std::ranges::sort(signals);
  signals.erase(std::unique(signals.begin(), signals.end()), signals.end());
  if (!signals.empty() && signals.front() == kFalse) return kFalse;
  if (!signals.empty() && signals.front() == kTrue) signals.erase(signals.begin());
  for (std::size_t i = 0; i + 1 < signals.size(); ++i)
    if (signals[i + 1] == negate(signals[i])) return kFalse;
  if (signals.empty()) return kTrue;
  if (signals.size() == 1) return signals.front();
  return gate(std::move(signals));
}

Signal Circuit::any_of(std::vector<Signal> signals) {
  for (auto& signal : signals) signal = negate(signal);
  return negate(all_of(std::move(signals)));
}

std::vector<std::uint8_t> Circuit::evaluate(std::span<const std::uint8_t> fluents,
                                            std::span<const std::uint8_t> moves) const {
  std::vector<std::uint8_t> value(node_count(), 0);
  std::ranges::copy(fluents, value.begin() + 1);
  std::ranges::copy(moves, value.begin() + 1 + fluents_);
  for (auto node = first_gate(); node < node_count(); ++node)
    value[node] = std::ranges::all_of(inputs(node),
                                      [&](Signal s) { return (value[node_of(s)] != 0) != complemented(s); });
  return value;
}

namespace {

// Copies the outputs of `from` into `to`, each signal sent through `image`.
template <typename Image>
void copy_outputs(const Circuit& from, Circuit& to, Image image) {
  for (std::size_t m = 0; m < from.legal.size(); ++m) to.legal[m] = image(from.legal[m]);
  for (std::size_t f = 0; f < from.next.size(); ++f) to.next[f] = image(from.next[f]);
  to.terminal = image(from.terminal);
  for (const auto& goal : from.goals) to.goals.push_back({goal.role, goal.value, image(goal.signal)});
  for (const auto& p : from.percepts) to.percepts.push_back({p.role, p.percept, image(p.signal)});
  to.initial = from.initial;
}

std::vector<std::uint32_t> moves_per_role(const Circuit& circuit) {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r)
    counts.push_back(circuit.role_begin(r + 1) - circuit.role_begin(r));
  return counts;
}

// Rebuilds the gates that `wanted` marks, with inputs replaced as `constant` says (2 = left alone).
Circuit rebuilt(const Circuit& from, const std::vector<std::uint8_t>& constant,
                const std::vector<bool>& wanted) {
  Circuit to(from.fluent_count(), moves_per_role(from), from.chance_role());
  std::vector<Signal> image(from.node_count(), kFalse);
  const auto map = [&](Signal s) { return image[node_of(s)] ^ (s & 1U); };
  for (std::uint32_t node = 1; node < from.first_gate(); ++node)
    image[node] = constant[node] == 2 ? signal_of(node) : (constant[node] ? kTrue : kFalse);
  for (auto node = from.first_gate(); node < from.node_count(); ++node) {
    if (!wanted[node]) continue;
    std::vector<Signal> inputs;
    for (const auto s : from.inputs(node)) inputs.push_back(map(s));
    image[node] = to.all_of(std::move(inputs));
  }
  copy_outputs(from, to, map);
  return to;
}

std::vector<bool> reached(const Circuit& circuit) {
  auto outputs = circuit.legal;
  outputs.insert(outputs.end(), circuit.next.begin(), circuit.next.end());
  outputs.push_back(circuit.terminal);
  for (const auto& goal : circuit.goals) outputs.push_back(goal.signal);
  for (const auto& percept : circuit.percepts) outputs.push_back(percept.signal);
  return cone_of(circuit, outputs);
}

void require(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

// Which nodes depend on a move.
std::vector<bool> of_moves(const Circuit& circuit) {
  std::vector<bool> found(circuit.node_count(), false);
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m) found[circuit.move_node(m)] = true;
  for (auto gate = circuit.first_gate(); gate < circuit.node_count(); ++gate)
    found[gate] = std::ranges::any_of(circuit.inputs(gate), [&](Signal s) { return found[node_of(s)]; });
  return found;
}

}  // namespace

const Circuit& Circuit::playable() const {
  const auto exists = [&](Signal s) { return node_of(s) < node_count(); };
  const auto signal = [](const auto& output) { return output.signal; };
  const auto of_role = [&](const auto& output) { return output.role < role_count(); };
  require(role_count() > 0, "a game without roles");
  require(chance_role_ < static_cast<std::int32_t>(role_count()), "the role of chance is none of the game's");
  require(legal.size() == move_count(), "a game needs a legal output for every move");
  require(next.size() == fluents_ && initial.size() == fluents_,
          "a game needs a next output and an initial value for every fluent");
  require(std::ranges::all_of(legal, exists) && std::ranges::all_of(next, exists) && exists(terminal) &&
              std::ranges::all_of(goals, exists, signal) && std::ranges::all_of(percepts, exists, signal),
          "an output of the game names a gate that does not exist");
  require(std::ranges::all_of(goals, of_role) && std::ranges::all_of(percepts, of_role),
          "a goal or percept of the game belongs to no role");
  const auto depends = of_moves(*this);
  const auto on_move = [&](Signal s) { return depends[node_of(s)]; };
  require(std::ranges::none_of(legal, on_move), "which moves are legal depends on the moves made");
  require(!on_move(terminal), "whether a state is terminal depends on the moves made");
  require(std::ranges::none_of(goals, on_move, signal), "the goals of a state depend on the moves made");
  return *this;
}

Circuit Circuit::pruned() const {
  return rebuilt(*this, std::vector<std::uint8_t>(first_gate(), 2), reached(*this));
}

Circuit Circuit::rewritten(
    const std::function<Signal(Circuit&, std::uint32_t, const std::vector<Signal>&)>& rebuild) const {
  Circuit to(fluents_, moves_per_role(*this), chance_role_);
  std::vector<Signal> image(node_count(), kFalse);
  for (std::uint32_t node = 1; node < first_gate(); ++node) image[node] = signal_of(node);
  for (auto gate = first_gate(); gate < node_count(); ++gate) image[gate] = rebuild(to, gate, image);
  copy_outputs(*this, to, [&](Signal s) { return image[node_of(s)] ^ (s & 1U); });
  return to.pruned();
}

Circuit Circuit::specialised(std::span<const std::pair<std::uint32_t, bool>> fixed) const {
  std::vector<std::uint8_t> constant(first_gate(), 2);
  for (const auto& [node, value] : fixed) constant[node] = value ? 1 : 0;
  auto result = rebuilt(*this, constant, reached(*this));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t r = 0; r < role_count(); ++r) {
      std::vector<std::uint32_t> open;
      for (auto m = role_begin(r); m < role_begin(r + 1); ++m) {
        if (result.legal[m] != kFalse) {
          open.push_back(m);
        } else if (constant[move_node(m)] == 2) {
          constant[move_node(m)] = 0;
          changed = true;
        }
      }
      if (open.size() == 1 && constant[move_node(open[0])] == 2) {
        constant[move_node(open[0])] = 1;
        changed = true;
      }
    }
    if (changed) result = rebuilt(*this, constant, reached(*this));
  }
  return result.pruned();
}

}  // namespace woodstock::circuit
