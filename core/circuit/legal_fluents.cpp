#include "circuit/legal_fluents.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include "circuit/cone.hpp"

namespace woodstock::circuit {

namespace {

Signal image_of(const std::vector<Signal>& images, Signal signal) {
  return images[node_of(signal)] ^ (signal & 1U);
}

// What becomes of the gates that are wanted where inputs become something else.
void put_in_place(const Circuit& from, const std::vector<bool>& wanted, Circuit& to,
                  std::vector<Signal>& images) {
  for (auto gate = from.first_gate(); gate < from.node_count(); ++gate) {
    if (!wanted[gate]) continue;
    std::vector<Signal> inputs;
    for (const auto input : from.inputs(gate)) inputs.push_back(image_of(images, input));
    images[gate] = to.all_of(std::move(inputs));
  }
}

// The fluents, and after them what is legal where they hold.
std::vector<std::uint8_t> extended(const Circuit& circuit, std::vector<std::uint8_t> holds) {
  const auto values = circuit.evaluate(holds, std::vector<std::uint8_t>(circuit.move_count(), 0));
  holds.resize(first_legal_fluent(circuit), 0);
  for (const auto legal : circuit.legal) holds.push_back(values[node_of(legal)] ^ (legal & 1U));
  return holds;
}

}  // namespace

std::uint32_t first_legal_fluent(const Circuit& circuit) {
  return 64 * State::words_for(circuit.fluent_count());
}

Circuit with_legal_fluents(const Circuit& circuit) {
  const auto first = first_legal_fluent(circuit);
  std::vector<std::uint32_t> moves_per_role;
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    moves_per_role.push_back(circuit.role_begin(role + 1) - circuit.role_begin(role));
  Circuit result(first + circuit.move_count(), moves_per_role, circuit.chance_role());

  std::vector<Signal> now(circuit.node_count(), kFalse);
  for (std::uint32_t fluent = 0; fluent < circuit.fluent_count(); ++fluent)
    now[circuit.fluent_node(fluent)] = signal_of(result.fluent_node(fluent));
  for (std::uint32_t move = 0; move < circuit.move_count(); ++move)
    now[circuit.move_node(move)] = signal_of(result.move_node(move));
  put_in_place(circuit, std::vector<bool>(circuit.node_count(), true), result, now);

  std::vector<Signal> after(circuit.node_count(), kFalse);
  for (std::uint32_t fluent = 0; fluent < circuit.fluent_count(); ++fluent)
    after[circuit.fluent_node(fluent)] = result.next[fluent] = image_of(now, circuit.next[fluent]);
  put_in_place(circuit, cone_of(circuit, circuit.legal), result, after);

  for (std::uint32_t move = 0; move < circuit.move_count(); ++move) {
    const auto legal = circuit.legal[move];
    const bool constant = node_of(legal) == 0;
    result.legal[move] = constant ? legal : signal_of(result.fluent_node(first + move));
    result.next[first + move] = image_of(after, legal);
  }
  result.terminal = image_of(now, circuit.terminal);
  for (const auto& goal : circuit.goals)
    result.goals.push_back({goal.role, goal.value, image_of(now, goal.signal)});
  for (const auto& percept : circuit.percepts)
    result.percepts.push_back({percept.role, percept.percept, image_of(now, percept.signal)});
  result.initial = extended(circuit, circuit.initial);
  return result.pruned();
}

State with_legal_fluents(const Circuit& circuit, const State& state) {
  if (state.fluent_count() != circuit.fluent_count())
    throw std::invalid_argument("the state is of another game");
  std::vector<std::uint8_t> holds(circuit.fluent_count(), 0);
  for (const auto fluent : state.fluents()) holds[fluent] = 1;
  return State::of_bytes(extended(circuit, std::move(holds)));
}

}  // namespace woodstock::circuit
