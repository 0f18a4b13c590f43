// The one-stage network (µSCSP) of a game, compiled from its circuit into tables (2016 §3.3, RIA 2017 §4.1):
// the fluents at t and t + 1 (one variable per mutex group, Booleans otherwise), one action variable per
// role, `terminal`, a score per role, and auxiliary Booleans for gates that are none of these. A gate of n
// inputs is a table of n + 1 short rows.
//
// Tables that depend on the state alone come first, so that terminal and scores are known before actions
// matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "circuit/circuit.hpp"
#include "csp/table.hpp"
#include "stages/conditions.hpp"

namespace woodstock::stages {

enum class StageVariable : std::uint8_t { fluent, next, action, terminal, score, auxiliary };
enum class StageTable : std::uint8_t { definition, legal, next, terminal, goal };

class StageTemplate {
 public:
  // Stands last in a group for "none of the others".
  static constexpr std::uint32_t kNoFluent = 0xffffffff;

  // Each group lists fluents of which exactly one (at most one, if kNoFluent is among them) holds in every
  // state that will be injected; the caller has proved that. Fluents in no group become Booleans.
  StageTemplate(const circuit::Circuit& circuit, const std::vector<std::vector<std::uint32_t>>& groups);

  const csp::Csp& csp() const { return csp_; }
  std::uint32_t fluent_count() const { return static_cast<std::uint32_t>(fluent_.size()); }
  std::uint32_t role_count() const { return static_cast<std::uint32_t>(action_.size()); }
  // The conditions under which a fluent holds at t and at t + 1.
  const StageLiteral& fluent(std::uint32_t f) const { return fluent_[f]; }
  const StageLiteral& next(std::uint32_t f) const { return next_[f]; }
  // Per fluent variable the fluents its values stand for; a Boolean has one, held by value 1.
  const std::vector<std::vector<std::uint32_t>>& members() const { return members_; }
  csp::VariableId fluent_variable(std::uint32_t number) const { return number; }
  csp::VariableId next_variable(std::uint32_t number) const { return next_begin_ + number; }
  csp::VariableId action(std::uint32_t role) const { return action_[role]; }
  csp::VariableId terminal() const { return terminal_; }
  csp::VariableId score(std::uint32_t role) const { return score_[role]; }
  // What the values of a score variable stand for; the last, beyond these, is "none or several".
  const std::vector<std::int32_t>& score_values(std::uint32_t role) const { return score_values_[role]; }

  StageVariable kind(csp::VariableId x) const { return kinds_[x]; }
  StageTable table_kind(std::uint32_t table) const { return table_kinds_[table]; }
  // The variable that a table defines by the others of its scope, if it does.
  static constexpr csp::VariableId kNoVariable = 0xffffffff;
  csp::VariableId defined(std::uint32_t table) const { return defined_[table]; }
  std::int32_t chance_role() const { return chance_role_; }  // -1: none
  // Tables below this number depend on the state alone.
  std::uint32_t state_tables() const { return state_tables_; }
  // The condition that carries a node of the circuit that reaches an output.
  std::optional<StageLiteral> literal(std::uint32_t node) const { return literals_[node]; }

 private:
  csp::VariableId add_variable(std::uint32_t size, StageVariable kind);
  void add_table(const std::vector<Conditions>& rows, StageTable kind, csp::VariableId defined = kNoVariable);
  void claim(const circuit::Circuit& circuit, circuit::Signal signal, StageLiteral literal);
  std::optional<bool> constant(circuit::Signal signal) const;
  StageLiteral literal_of(circuit::Signal signal) const;
  void equate(const StageLiteral& left, circuit::Signal right, StageTable kind);
  void define(const StageLiteral& literal, std::vector<StageLiteral> inputs, StageTable kind);
  void add_legality(const circuit::Circuit& circuit, std::uint32_t role);
  void add_scores(const circuit::Circuit& circuit);

  csp::Csp csp_;
  std::vector<StageVariable> kinds_;
  std::vector<StageTable> table_kinds_;
  std::vector<csp::VariableId> defined_;  // per table
  std::int32_t chance_role_;
  std::vector<StageLiteral> fluent_, next_;
  std::vector<std::vector<std::uint32_t>> members_;
  csp::VariableId next_begin_ = 0;
  std::vector<csp::VariableId> action_, score_;
  std::vector<std::vector<std::int32_t>> score_values_;
  csp::VariableId terminal_ = 0;
  std::vector<std::optional<StageLiteral>> literals_;  // per node
  std::vector<std::uint8_t> folded_;                   // per node: gates that live inside a legality table
  std::uint32_t state_tables_ = 0;
};

}  // namespace woodstock::stages
