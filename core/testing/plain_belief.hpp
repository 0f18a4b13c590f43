// Beliefs by brute force: every joint move of every state, one at a time, by the circuit as it is.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock {

class PlainBelief {
 public:
  using Bytes = std::vector<std::uint8_t>;
  using Weights = std::map<Bytes, double>;

  explicit PlainBelief(const circuit::Circuit& circuit) : circuit_(circuit) {}

  std::vector<std::uint32_t> legal(const Bytes& state, std::uint32_t role) const {
    const auto values = circuit_.evaluate(state, Bytes(circuit_.move_count()));
    std::vector<std::uint32_t> moves;
    for (auto move = circuit_.role_begin(role); move < circuit_.role_begin(role + 1); ++move)
      if (holds(values, circuit_.legal[move])) moves.push_back(move - circuit_.role_begin(role));
    return moves;
  }
  bool terminal(const Bytes& state) const {
    return holds(circuit_.evaluate(state, Bytes(circuit_.move_count())), circuit_.terminal);
  }
  std::uint64_t joint_moves(const Bytes& state) const {
    std::uint64_t product = 1;
    for (std::uint32_t role = 0; role < circuit_.role_count(); ++role) product *= legal(state, role).size();
    return product;
  }
  // What a role sees, by the numbers of the percepts, and the state after a joint move.
  std::vector<std::uint32_t> step(Bytes& state, const std::vector<std::uint32_t>& joint,
                                  std::uint32_t role) const {
    Bytes moves(circuit_.move_count());
    for (std::uint32_t r = 0; r < joint.size(); ++r) moves[circuit_.role_begin(r) + joint[r]] = 1;
    const auto values = circuit_.evaluate(state, moves);
    std::vector<std::uint32_t> seen;
    for (const auto& output : circuit_.percepts)
      if (output.role == role && holds(values, output.signal)) seen.push_back(output.percept);
    for (std::uint32_t f = 0; f < state.size(); ++f) state[f] = holds(values, circuit_.next[f]);
    return seen;
  }
  // The states after a role's own move and what it saw, weights not yet divided by their sum; terminal ones
  // only where there are no others.
  Weights after(const Weights& before, std::uint32_t role, std::uint32_t own,
                const std::vector<std::uint32_t>& seen) const {
    Weights open, over;
    for (const auto& [state, weight] : before) {
      if (terminal(state)) continue;
      const auto total = joint_moves(state);
      std::vector<std::uint32_t> joint(circuit_.role_count());
      for (std::uint64_t j = 0; j < total; ++j) {
        auto rest = j;
        for (std::uint32_t r = 0; r < joint.size(); ++r) {
          const auto moves = legal(state, r);
          joint[r] = moves[rest % moves.size()];
          rest /= moves.size();
        }
        if (joint[role] != own) continue;
        auto next = state;
        if (step(next, joint, role) != seen) continue;
        const auto likely =
            weight / (static_cast<double>(total) / static_cast<double>(legal(state, role).size()));
        (terminal(next) ? over : open)[next] += likely;
      }
    }
    return open.empty() ? over : open;
  }

 private:
  static bool holds(const Bytes& values, circuit::Signal signal) {
    return (values[circuit::node_of(signal)] != 0) != circuit::complemented(signal);
  }
  const circuit::Circuit& circuit_;
};

}  // namespace woodstock
