// Functions of the next state as functions of the present one and the move: the circuit's `next` put in place
// of the fluents of other signals, for one move after the other. What a move leaves as it was costs nothing,
// as gates are shared (`Circuit::all_of`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "circuit/assumptions.hpp"
#include "circuit/circuit.hpp"

namespace woodstock::circuit {

// Where it is put to use that a move is legal: in all that depends on it, which simplifies more, or only in
// what the move changes, which leaves more that moves share (in gomoku a tenth of the gates).
enum class Legality : std::uint8_t { kEverywhere, kWhereChanged };

class Composition {
 public:
  // `step` is a circuit in which no role but one has a choice, `to` begins with the same gates and gets those
  // needed. `wanted` are signals of `target` (whose inputs are those of `step`) that depend on no move.
  // Results are right in states where `assumed` holds. No more than `limit` gate inputs are looked at. With a
  // `mover` the others may have a choice, too: their moves stay inputs.
  Composition(const Circuit& step, const Circuit& target, std::span<const Signal> wanted, Circuit& to,
              const Assumptions& assumed, std::size_t limit, Legality legality,
              std::optional<std::uint32_t> mover = std::nullopt);

  // False once the limit is reached; results are then of no use.
  bool within_limit() const { return left_ > 0; }
  std::size_t left() const { return left_; }

  // The wanted signals after `move`, in states where it is legal.
  std::vector<Signal> after(std::uint32_t move);

 private:
  std::uint32_t target_node(std::uint32_t node) const { return first_target_ + node; }
  void mark_wanted(std::span<const Signal> wanted);
  void link_users();
  Signal image(Signal signal, std::uint32_t first) const {
    return now_[first + node_of(signal)] ^ (signal & 1U);
  }
  Signal resolved(Signal signal) const { return legal_.resolved(assumed_.resolved(signal)); }
  Signal computed(std::uint32_t node);
  void set(std::uint32_t node, Signal image);

  const Circuit& step_;
  const Circuit& target_;
  Circuit& to_;
  const Assumptions& assumed_;
  Assumptions legal_;  // what follows from the move's being legal
  std::vector<Signal> wanted_;
  std::uint32_t first_target_;
  // Nodes of `step`, then nodes of `target`.
  std::vector<bool> needed_, pending_;
  std::vector<Signal> base_;  // images if no move is made
  std::vector<Signal> now_;
  std::vector<std::uint32_t> user_begin_, users_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> queue_;  // inputs first
  std::vector<std::uint32_t> changed_;
  std::size_t left_;
  Legality legality_;
};

// The conjunction, less what follows from the rest: a & (a | b) is a.
Signal conjunction(Circuit& circuit, std::vector<Signal> signals);

}  // namespace woodstock::circuit
