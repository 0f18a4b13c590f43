#include "circuit/phases.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace woodstock::circuit {

namespace {

constexpr std::uint32_t kTailTrials = 2;
constexpr double kChoiceCost = 13;  // row operations to choose among moves, per move

// Marks the nodes that depend on a move, directly or through the successors of fluents.
std::vector<bool> steered_nodes(const Circuit& circuit) {
  const auto nodes = circuit.node_count();
  std::vector<std::uint32_t> start(nodes + 1, 0);
  for (auto gate = circuit.first_gate(); gate < nodes; ++gate)
    for (const auto s : circuit.inputs(gate)) ++start[node_of(s) + 1];
  for (const auto s : circuit.next) ++start[node_of(s) + 1];
  for (std::uint32_t node = 0; node < nodes; ++node) start[node + 1] += start[node];
  std::vector<std::uint32_t> users(start.back()), fill(start.begin(), start.end() - 1);
  for (auto gate = circuit.first_gate(); gate < nodes; ++gate)
    for (const auto s : circuit.inputs(gate)) users[fill[node_of(s)]++] = gate;
  for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f)
    users[fill[node_of(circuit.next[f])]++] = circuit.fluent_node(f);

  std::vector<bool> steered(nodes, false);
  std::vector<std::uint32_t> open;
  for (std::uint32_t m = 0; m < circuit.move_count(); ++m) {
    steered[circuit.move_node(m)] = true;
    open.push_back(circuit.move_node(m));
  }
  while (!open.empty()) {
    const auto node = open.back();
    open.pop_back();
    for (auto u = start[node]; u < start[node + 1]; ++u)
      if (!steered[users[u]]) {
        steered[users[u]] = true;
        open.push_back(users[u]);
      }
  }
  return steered;
}

// The fluents that `fluent` depends on, itself included, now or through earlier steps.
std::vector<std::uint32_t> closure(const Circuit& circuit, std::uint32_t fluent) {
  std::vector<bool> seen(circuit.node_count(), false);
  std::vector<std::uint32_t> open{circuit.fluent_node(fluent)}, found;
  seen[open[0]] = true;
  const auto visit = [&](Signal s) {
    if (!seen[node_of(s)]) {
      seen[node_of(s)] = true;
      open.push_back(node_of(s));
    }
  };
  while (!open.empty()) {
    const auto node = open.back();
    open.pop_back();
    if (circuit.is_fluent(node)) {
      found.push_back(node - circuit.fluent_node(0));
      visit(circuit.next[found.back()]);
    } else if (circuit.is_gate(node)) {
      std::ranges::for_each(circuit.inputs(node), visit);
    }
  }
  std::ranges::sort(found);
  return found;
}

using Trajectory = std::vector<std::vector<std::uint8_t>>;  // per step, per fluent

// The unsteered fluents' values in the first `steps` states.
Trajectory simulate(const Circuit& circuit, const std::vector<bool>& steered, std::uint32_t steps) {
  std::vector<std::uint32_t> gates;
  for (auto gate = circuit.first_gate(); gate < circuit.node_count(); ++gate)
    if (!steered[gate]) gates.push_back(gate);
  Trajectory trajectory{circuit.initial};
  std::vector<std::uint8_t> value(circuit.node_count(), 0);
  const auto holds = [&](Signal s) { return (value[node_of(s)] != 0) != complemented(s); };
  while (trajectory.size() < steps) {
    std::ranges::copy(trajectory.back(), value.begin() + 1);
    for (const auto gate : gates) value[gate] = std::ranges::all_of(circuit.inputs(gate), holds);
    std::vector<std::uint8_t> next(circuit.fluent_count(), 0);
    for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f)
      if (!steered[circuit.fluent_node(f)]) next[f] = holds(circuit.next[f]);
    trajectory.push_back(std::move(next));
  }
  return trajectory;
}

std::vector<std::uint8_t> project(const std::vector<std::uint8_t>& values,
                                  std::span<const std::uint32_t> fluents) {
  std::vector<std::uint8_t> result;
  for (const auto f : fluents) result.push_back(values[f]);
  return result;
}

// Valuations of a closed set of fluents up to the first repetition, and the step repeated; the length of the
// trajectory if there is none.
std::pair<std::vector<std::vector<std::uint8_t>>, std::uint32_t> rho(const Trajectory& trajectory,
                                                                     std::span<const std::uint32_t> fluents) {
  std::vector<std::vector<std::uint8_t>> seen;
  for (const auto& values : trajectory) {
    auto now = project(values, fluents);
    const auto at = std::ranges::find(seen, now);
    if (at != seen.end()) return {std::move(seen), static_cast<std::uint32_t>(at - seen.begin())};
    seen.push_back(std::move(now));
  }
  return {std::move(seen), static_cast<std::uint32_t>(trajectory.size())};
}

// About what `Circuit::specialised` would leave of a step, without building it: constants are propagated, and
// open inputs of gates that reach an output are counted.
double step_cost(const Circuit& circuit, std::span<const std::pair<std::uint32_t, bool>> fixed) {
  constexpr std::uint8_t kOpen = 2;
  std::vector<std::uint8_t> value(circuit.node_count(), kOpen);
  value[0] = 0;
  for (const auto& [node, holds] : fixed) value[node] = holds;
  const auto read = [&](Signal s) -> std::uint8_t {
    const auto v = value[node_of(s)];
    return v == kOpen ? kOpen : v != complemented(s);
  };
  std::size_t open_moves = 0;
  for (bool changed = true; changed;) {
    for (auto gate = circuit.first_gate(); gate < circuit.node_count(); ++gate) {
      std::uint8_t result = 1;
      for (const auto s : circuit.inputs(gate)) {
        const auto v = read(s);
        if (v == 0) {
          result = 0;
          break;
        }
        if (v == kOpen) result = kOpen;
      }
      value[gate] = result;
    }
    changed = false;
    open_moves = 0;
    const auto set = [&](std::uint32_t move, std::uint8_t to) {
      auto& now = value[circuit.move_node(move)];
      changed = changed || now == kOpen;
      if (now == kOpen) now = to;
    };
    for (std::uint32_t role = 0; role < circuit.role_count(); ++role) {
      std::vector<std::uint32_t> open;
      for (auto m = circuit.role_begin(role); m < circuit.role_begin(role + 1); ++m)
        if (read(circuit.legal[m]) == 0) {
          set(m, 0);
        } else {
          open.push_back(m);
        }
      if (open.size() == 1) set(open[0], 1);
      if (open.size() > 1) open_moves += open.size();
    }
  }
  std::vector<bool> wanted(circuit.node_count(), false);
  const auto want = [&](Signal s) { wanted[node_of(s)] = true; };
  std::ranges::for_each(circuit.legal, want);
  std::ranges::for_each(circuit.next, want);
  want(circuit.terminal);
  std::size_t inputs = 0;
  for (auto gate = circuit.node_count(); gate-- > circuit.first_gate();) {
    if (!wanted[gate] || value[gate] != kOpen) continue;
    for (const auto s : circuit.inputs(gate))
      if (read(s) == kOpen) {
        want(s);
        ++inputs;
      }
  }
  return static_cast<double>(inputs) + kChoiceCost * static_cast<double>(open_moves);
}

}  // namespace

Phases::Phases(const Circuit& circuit, std::uint32_t limit, const PhaseGain& least) {
  const auto steered = steered_nodes(circuit);
  const auto trajectory = simulate(circuit, steered, limit + 1);
  struct Component {
    bool tail;
    std::size_t phases;
    std::vector<std::uint32_t> fluents;
  };
  std::vector<Component> components;
  for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f) {
    if (steered[circuit.fluent_node(f)]) continue;
    auto fluents = closure(circuit, f);
    const auto [valuations, loop] = rho(trajectory, fluents);
    if (loop < trajectory.size()) components.push_back({loop > 0, valuations.size(), std::move(fluents)});
  }
  // Cycles first, short ones first; of tails the long ones first, as they contain the others.
  std::ranges::stable_sort(components, [](const Component& a, const Component& b) {
    if (a.tail != b.tail) return b.tail;
    return a.tail ? a.fluents.size() > b.fluents.size()
                  : std::pair(a.phases, a.fluents.size()) < std::pair(b.phases, b.fluents.size());
  });

  values_ = {{}};
  auto now = cost(circuit);
  std::uint32_t refused_tails = 0;
  for (const auto& component : components) {
    if (std::ranges::includes(fluents_, component.fluents)) continue;
    if (component.tail && refused_tails == kTailTrials) break;
    Phases wider;
    std::ranges::set_union(fluents_, component.fluents, std::back_inserter(wider.fluents_));
    std::tie(wider.values_, wider.loop_) = rho(trajectory, wider.fluents_);
    if (wider.loop_ == trajectory.size()) continue;
    const auto then = wider.cost(circuit);
    const auto gain = component.tail ? least.tail : least.cycle;
    if (then <= now * (1 - gain) && (then < now || gain <= 0)) {
      *this = std::move(wider);
      now = then;
    } else if (component.tail) {
      ++refused_tails;
    }
  }
}

double Phases::cost(const Circuit& circuit) const {
  double total = 0;
  for (auto phase = loop_; phase < count(); ++phase) total += step_cost(circuit, fixed(circuit, phase));
  return total / (count() - loop_);
}

std::uint32_t Phases::find(std::span<const std::uint64_t> state) const {
  for (std::uint32_t phase = 0; phase < count(); ++phase) {
    bool same = true;
    for (std::size_t i = 0; same && i < fluents_.size(); ++i)
      same = (state[fluents_[i] / 64] >> (fluents_[i] % 64) & 1U) == values_[phase][i];
    if (same) return phase;
  }
  return count();
}

std::vector<std::pair<std::uint32_t, bool>> Phases::fixed(const Circuit& circuit, std::uint32_t phase) const {
  std::vector<std::pair<std::uint32_t, bool>> result;
  for (std::size_t i = 0; i < fluents_.size(); ++i)
    result.emplace_back(circuit.fluent_node(fluents_[i]), values_[phase][i] != 0);
  return result;
}

}  // namespace woodstock::circuit
