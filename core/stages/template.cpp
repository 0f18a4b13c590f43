#include "stages/template.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::stages {

using namespace circuit;
using namespace csp;

namespace {

constexpr std::size_t kMostInputs = 63;  // a definition fits one word of live rows

// Which nodes reach a move, and how often each is used.
struct Uses {
  std::vector<std::uint8_t> needed;
  std::vector<std::uint8_t> depends_on_moves;
  std::vector<std::uint32_t> count;

  explicit Uses(const Circuit& circuit)
      : needed(circuit.node_count(), 0),
        depends_on_moves(circuit.node_count(), 0),
        count(circuit.node_count(), 0) {
    const auto use = [&](Signal signal) {
      needed[node_of(signal)] = 1;
      ++count[node_of(signal)];
    };
    for (const auto signal : circuit.legal) use(signal);
    for (const auto signal : circuit.next) use(signal);
    for (const auto& goal : circuit.goals) use(goal.signal);
    use(circuit.terminal);
    for (auto node = circuit.node_count(); node-- > circuit.first_gate();)
      if (needed[node] != 0)
        for (const auto input : circuit.inputs(node)) use(input);
    for (std::uint32_t move = 0; move < circuit.move_count(); ++move)
      depends_on_moves[circuit.move_node(move)] = 1;
    for (auto node = circuit.first_gate(); node < circuit.node_count(); ++node)
      for (const auto input : circuit.inputs(node))
        depends_on_moves[node] |= depends_on_moves[node_of(input)];
  }
};

}  // namespace

VariableId StageTemplate::add_variable(std::uint32_t size, StageVariable kind) {
  kinds_.push_back(kind);
  return csp_.add_variable(size);
}

void StageTemplate::add_table(const std::vector<Conditions>& rows, StageTable kind, VariableId defined) {
  csp_.add_table(table_of(rows, csp_.sizes));
  table_kinds_.push_back(kind);
  defined_.push_back(defined);
}

// Lets a variable carry a node, if the signal is a gate that nothing carries yet.
void StageTemplate::claim(const Circuit& circuit, Signal signal, StageLiteral literal) {
  const auto node = node_of(signal);
  if (!circuit.is_gate(node) || literals_[node]) return;
  literal.negated = literal.negated != complemented(signal);
  literals_[node] = literal;
}

std::optional<bool> StageTemplate::constant(Signal signal) const {
  if (node_of(signal) != 0) return std::nullopt;
  return signal == kTrue;
}

StageLiteral StageTemplate::literal_of(Signal signal) const {
  auto literal = literals_[node_of(signal)].value();
  literal.negated = literal.negated != complemented(signal);
  return literal;
}

// left ↔ right, unless the variable of `left` carries that very signal.
void StageTemplate::equate(const StageLiteral& left, Signal right, StageTable kind) {
  if (const auto truth = constant(right)) return add_table({{holds(left, *truth)}}, kind, left.variable);
  const auto other = literal_of(right);
  if (other.variable == left.variable && other.value == left.value && other.negated == left.negated) return;
  add_table({{holds(left, true), holds(other, true)}, {holds(left, false), holds(other, false)}}, kind,
            left.variable);
}

// literal ↔ all inputs: one row for "all", one for each input that fails. Wide definitions are split.
void StageTemplate::define(const StageLiteral& literal, std::vector<StageLiteral> inputs, StageTable kind) {
  while (inputs.size() > kMostInputs) {
    std::vector<StageLiteral> parts;
    for (std::size_t start = 0; start < inputs.size(); start += kMostInputs) {
      const auto end = std::min(inputs.size(), start + kMostInputs);
      const StageLiteral part{add_variable(2, StageVariable::auxiliary), 1, false};
      define(part,
             {inputs.begin() + static_cast<std::ptrdiff_t>(start),
              inputs.begin() + static_cast<std::ptrdiff_t>(end)},
             StageTable::definition);
      parts.push_back(part);
    }
    inputs = std::move(parts);
  }
  std::vector<Conditions> rows;
  rows.push_back({holds(literal, true)});
  for (const auto& input : inputs) rows[0].push_back(holds(input, true));
  for (const auto& input : inputs) rows.push_back({holds(literal, false), holds(input, false)});
  add_table(rows, kind, literal.variable);
}

// action = m → legal(m). A gate that only says this is folded into the table, as the papers' legal
// constraints.
void StageTemplate::add_legality(const Circuit& circuit, std::uint32_t role) {
  const auto begin = circuit.role_begin(role);
  for (auto move = begin; move < circuit.role_begin(role + 1); ++move) {
    const auto signal = circuit.legal[move];
    const StageLiteral does{action_[role], move - begin, false};
    if (const auto truth = constant(signal)) {
      if (!*truth) add_table({{holds(does, false)}}, StageTable::legal);
      continue;
    }
    std::vector<Conditions> rows{{holds(does, false)}};
    if (folded_[node_of(signal)] == 0) {
      rows.push_back({holds(does, true), holds(literal_of(signal), true)});
    } else if (complemented(signal)) {
      for (const auto input : circuit.inputs(node_of(signal)))
        rows.push_back({holds(does, true), holds(literal_of(input), false)});
    } else {
      rows.push_back({holds(does, true)});
      for (const auto input : circuit.inputs(node_of(signal)))
        rows.back().push_back(holds(literal_of(input), true));
    }
    add_table(rows, StageTable::legal);
  }
}

// The score is the goal value that holds if exactly one does. `seen` runs through the values: none so far,
// the one so far, or several.
void StageTemplate::add_scores(const Circuit& circuit) {
  for (std::uint32_t role = 0; role < role_count(); ++role) {
    const auto count = static_cast<ValueId>(score_values_[role].size());
    const StageLiteral none{score_[role], count, false};
    if (count == 0) {
      add_table({{holds(none, true)}}, StageTable::goal);
      continue;
    }
    // seen: 0 … i - 1 stand for the values met, then none, then several.
    std::optional<VariableId> seen;
    ValueId met = 0;
    for (const auto& goal : circuit.goals) {
      if (goal.role != role) continue;
      const auto last = met + 1 == count;
      const auto after = last ? score_[role] : add_variable(met + 3, StageVariable::auxiliary);
      const auto after_none = last ? count : met + 1;
      const auto after_several = last ? count : met + 2;
      std::vector<Conditions> rows;
      const auto truth = constant(goal.signal);
      const auto row = [&](std::optional<ValueId> before, bool happens, ValueId then) {
        if (truth && *truth != happens) return;
        Conditions conditions{{after, false, {then}}};
        if (seen) conditions.push_back({*seen, false, {*before}});
        if (!truth) conditions.push_back(holds(literal_of(goal.signal), happens));
        rows.push_back(std::move(conditions));
      };
      row(met, false, after_none);  // `met` is "none" in the variable before
      row(met, true, met);
      if (seen) {
        for (ValueId value = 0; value < met; ++value) {
          row(value, false, value);
          row(value, true, after_several);
        }
        row(met + 1, false, after_several);
        row(met + 1, true, after_several);
      }
      add_table(rows, StageTable::goal);
      seen = after;
      ++met;
    }
  }
}

StageTemplate::StageTemplate(const Circuit& circuit, const std::vector<std::vector<std::uint32_t>>& groups)
    : chance_role_(circuit.chance_role()),
      fluent_(circuit.fluent_count()),
      next_(circuit.fluent_count()),
      literals_(circuit.node_count()),
      folded_(circuit.node_count(), 0) {
  // Fluent variables: groups and Booleans in the order of their first fluent.
  constexpr std::uint32_t kAlone = 0xffffffff;
  std::vector<std::uint32_t> group_of(circuit.fluent_count(), kAlone);
  for (std::uint32_t g = 0; g < groups.size(); ++g)
    for (const auto f : groups[g]) {
      if (f == kNoFluent && f == groups[g].back() && groups[g].size() > 1) continue;
      if (f >= group_of.size() || group_of[f] != kAlone)
        throw std::invalid_argument("fluent groups must be disjoint sets of fluents");
      group_of[f] = g;
    }
  for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f) {
    const auto g = group_of[f];
    if (g == kAlone)
      members_.push_back({f});
    else if (f == *std::min_element(groups[g].begin(), groups[g].end()))
      members_.push_back(groups[g]);
  }
  const auto add_fluents = [&](StageVariable kind, std::vector<StageLiteral>& literals) {
    const auto begin = static_cast<VariableId>(csp_.sizes.size());
    for (const auto& fluents : members_) {
      const auto alone = group_of[fluents[0]] == kAlone;
      const auto x = add_variable(alone ? 2 : static_cast<std::uint32_t>(fluents.size()), kind);
      for (ValueId i = 0; i < fluents.size(); ++i)
        if (fluents[i] != kNoFluent) literals[fluents[i]] = {x, alone ? 1 : i, false};
    }
    return begin;
  };
  add_fluents(StageVariable::fluent, fluent_);
  terminal_ = add_variable(2, StageVariable::terminal);
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role) {
    score_values_.emplace_back();
    for (const auto& goal : circuit.goals)
      if (goal.role == role) score_values_[role].push_back(goal.value);
    score_.push_back(
        add_variable(static_cast<std::uint32_t>(score_values_[role].size()) + 1, StageVariable::score));
  }
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role) {
    const auto moves = circuit.role_begin(role + 1) - circuit.role_begin(role);
    if (moves == 0) throw std::invalid_argument("a role without any move has no action variable");
    action_.push_back(add_variable(moves, StageVariable::action));
  }
  next_begin_ = add_fluents(StageVariable::next, next_);

  // What carries each node: inputs, then outputs that a variable of the game can stand for, then auxiliaries.
  const Uses uses(circuit);
  std::vector<StageTable> defined_by(circuit.node_count(), StageTable::definition);
  for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f) literals_[circuit.fluent_node(f)] = fluent_[f];
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    for (auto m = circuit.role_begin(role); m < circuit.role_begin(role + 1); ++m)
      literals_[circuit.move_node(m)] = StageLiteral{action_[role], m - circuit.role_begin(role), false};
  const StageLiteral ends{terminal_, 1, false};
  claim(circuit, circuit.terminal, ends);
  if (circuit.is_gate(node_of(circuit.terminal)))
    defined_by[node_of(circuit.terminal)] = StageTable::terminal;
  for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f) {
    const auto node = node_of(circuit.next[f]);
    if (circuit.is_gate(node) && !literals_[node]) {
      // Only gates that moves reach: those of the state must not wait for the transition.
      if (uses.depends_on_moves[node] == 0) continue;
      claim(circuit, circuit.next[f], next_[f]);
      defined_by[node] = StageTable::next;
    }
  }
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role) {
    if (static_cast<std::int32_t>(role) == circuit.chance_role())
      continue;  // its legality is a probability's scope
    for (auto m = circuit.role_begin(role); m < circuit.role_begin(role + 1); ++m) {
      const auto node = node_of(circuit.legal[m]);
      if (circuit.is_gate(node) && !literals_[node] && uses.count[node] == 1 &&
          circuit.inputs(node).size() <= kMostInputs)
        folded_[node] = 1;
    }
  }
  for (auto node = circuit.first_gate(); node < circuit.node_count(); ++node) {
    if (uses.needed[node] == 0 || literals_[node] || folded_[node] != 0) continue;
    literals_[node] = StageLiteral{add_variable(2, StageVariable::auxiliary), 1, false};
  }

  const auto define_gates = [&](bool with_moves) {
    for (auto node = circuit.first_gate(); node < circuit.node_count(); ++node) {
      if (uses.needed[node] == 0 || folded_[node] != 0 || (uses.depends_on_moves[node] != 0) != with_moves)
        continue;
      std::vector<StageLiteral> inputs;
      for (const auto input : circuit.inputs(node)) inputs.push_back(literal_of(input));
      define(*literals_[node], std::move(inputs), defined_by[node]);
    }
  };
  define_gates(false);
  equate(ends, circuit.terminal, StageTable::terminal);
  add_scores(circuit);
  state_tables_ = static_cast<std::uint32_t>(csp_.tables.size());
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role) add_legality(circuit, role);
  define_gates(true);
  for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f)
    equate(next_[f], circuit.next[f], StageTable::next);
}

}  // namespace woodstock::stages
