// The circuit of a game: its completed definitions as straight-line logic (design: one completion, two
// compilers). Gates are n-ary ANDs whose inputs may be complemented, so OR is an AND of complements with a
// complemented output, and structural hashing sees both alike.
//
// Node 0 is the constant false; then come one node per fluent, one node per move (moves of one role stand
// together, roles in order), then the gates in topological order (inputs before users).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace woodstock::circuit {

// A node index with a complement bit: node << 1 | complemented.
using Signal = std::uint32_t;
inline constexpr Signal kFalse = 0;
inline constexpr Signal kTrue = 1;
constexpr Signal signal_of(std::uint32_t node, bool complemented = false) {
  return node << 1 | (complemented ? 1U : 0U);
}
constexpr std::uint32_t node_of(Signal signal) { return signal >> 1; }
constexpr bool complemented(Signal signal) { return signal & 1U; }
constexpr Signal negate(Signal signal) { return signal ^ 1U; }

struct GoalOutput {
  std::uint32_t role;
  std::int32_t value;
  Signal signal;
};

struct PerceptOutput {
  std::uint32_t role;
  std::uint32_t percept;  // index into the game's list of percept terms
  Signal signal;
};

class Circuit {
 public:
  // `moves_per_role[r]` moves for role r. `chance_role` is the index of `random`, or -1.
  Circuit(std::uint32_t fluents, std::vector<std::uint32_t> moves_per_role, std::int32_t chance_role);

  std::uint32_t fluent_count() const { return fluents_; }
  std::uint32_t move_count() const { return role_begin_.back(); }
  std::uint32_t role_count() const { return static_cast<std::uint32_t>(role_begin_.size()) - 1; }
  // Moves of role r are numbered role_begin(r) … role_begin(r + 1) - 1.
  std::uint32_t role_begin(std::uint32_t role) const { return role_begin_[role]; }
  std::uint32_t role_of(std::uint32_t move) const {
    std::uint32_t role = 0;
    while (role_begin(role + 1) <= move) ++role;
    return role;
  }
  std::int32_t chance_role() const { return chance_role_; }

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(start_.size()) - 1 + first_gate(); }
  std::uint32_t first_gate() const { return 1 + fluents_ + move_count(); }
  std::uint32_t fluent_node(std::uint32_t fluent) const { return 1 + fluent; }
  std::uint32_t move_node(std::uint32_t move) const { return 1 + fluents_ + move; }
  bool is_fluent(std::uint32_t node) const { return node >= 1 && node <= fluents_; }
  bool is_move(std::uint32_t node) const { return node > fluents_ && node < first_gate(); }
  bool is_gate(std::uint32_t node) const { return node >= first_gate(); }
  std::span<const Signal> inputs(std::uint32_t gate) const {
    const auto g = gate - first_gate();
    return {inputs_.data() + start_[g], inputs_.data() + start_[g + 1]};
  }
  std::size_t input_count() const { return inputs_.size(); }

  // Hash-consed conjunction / disjunction: constants, duplicates and contradictions are folded.
  Signal all_of(std::vector<Signal> signals);
  Signal any_of(std::vector<Signal> signals);

  // Outputs. legal[m], next[f] and terminal may be constants.
  std::vector<Signal> legal;  // per move
  std::vector<Signal> next;   // per fluent
  Signal terminal = kFalse;
  std::vector<GoalOutput> goals;        // per (role, value) that can occur, sorted by role, then value
  std::vector<PerceptOutput> percepts;  // GDL-II `sees`
  std::vector<std::uint8_t> initial;    // per fluent, 0 or 1

  // Value of every node, given fluents and moves (0/1 bytes): the simple evaluation everything is tested
  // against.
  std::vector<std::uint8_t> evaluate(std::span<const std::uint8_t> fluents,
                                     std::span<const std::uint8_t> moves) const;

  // The circuit itself, if it is one that engines can run: at least one role, outputs that exist, and no move
  // that decides what is legal, terminal or a goal. Throws std::invalid_argument otherwise.
  const Circuit& playable() const;

  // The same circuit without gates that reach no output.
  Circuit pruned() const;
  // The circuit rebuilt gate by gate: `rebuild(to, gate, image)` returns the signal of `to` that stands for a
  // gate, given the images of all nodes before it.
  Circuit rewritten(
      const std::function<Signal(Circuit&, std::uint32_t, const std::vector<Signal>&)>& rebuild) const;
  // The circuit with some inputs (fluents or moves, by node) replaced by constants, folded and pruned. Inputs
  // keep their numbers. A move whose legal output becomes false is itself replaced by false, and a role's
  // only move that may be legal by true; repeated until nothing changes.
  Circuit specialised(std::span<const std::pair<std::uint32_t, bool>> fixed) const;

 private:
  Signal gate(std::vector<Signal> inputs);

  std::uint32_t fluents_;
  std::vector<std::uint32_t> role_begin_;
  std::int32_t chance_role_;
  std::vector<std::uint64_t> start_{0};
  std::vector<Signal> inputs_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;  // structural hash -> gate
};

}  // namespace woodstock::circuit
