#include "stages/parts.hpp"

#include <algorithm>

namespace woodstock::stages {

using namespace csp;

namespace {

// The tables chosen of a problem, over the variables chosen.
StagePart part_of(const Csp& csp, const std::vector<std::uint8_t>& variables,
                  const std::vector<std::uint8_t>& tables) {
  StagePart part;
  part.numbers.assign(csp.sizes.size(), Preprocessed::kBound);
  for (VariableId x = 0; x < csp.sizes.size(); ++x) {
    if (variables[x] == 0) continue;
    part.numbers[x] = part.csp.add_variable(csp.sizes[x]);
    part.variables.push_back(x);
  }
  for (std::size_t t = 0; t < csp.tables.size(); ++t) {
    if (tables[t] == 0) continue;
    auto& table = part.csp.tables.emplace_back(csp.tables[t]);
    for (auto& x : table.scope) x = part.numbers[x];
  }
  return part;
}

}  // namespace

// What is defined by something that comes after chance does so too. A variable has a definition for each of
// its values, so one pass in their order does not do.
StageParts::StageParts(const StageTemplate& stage)
    : template_(stage), after_chance_(stage.csp().sizes.size(), 0) {
  if (stage.chance_role() < 0) return;
  after_chance_[stage.action(static_cast<std::uint32_t>(stage.chance_role()))] = 1;
  const auto& tables = stage.csp().tables;
  for (auto changed = true; changed;) {
    changed = false;
    for (std::uint32_t t = 0; t < tables.size(); ++t) {
      const auto x = stage.defined(t);
      if (x == StageTemplate::kNoVariable || after_chance_[x] != 0) continue;
      if (std::ranges::none_of(tables[t].scope, [&](VariableId y) { return after_chance_[y] != 0; }))
        continue;
      after_chance_[x] = 1;
      changed = true;
    }
  }
}

bool StageParts::is_chance(const Preprocessed& stage, const Table& table) const {
  return std::ranges::any_of(table.scope, [&](VariableId x) { return after_chance(stage.variables[x]); });
}

StagePart StageParts::hard(const Preprocessed& stage) const {
  std::vector<std::uint8_t> variables, tables;
  for (const auto x : stage.variables) variables.push_back(!after_chance(x));
  for (const auto& table : stage.csp.tables) tables.push_back(!is_chance(stage, table));
  return part_of(stage.csp, variables, tables);
}

StagePart StageParts::chance(const Preprocessed& stage) const {
  const auto& csp = stage.csp;
  std::vector<std::uint8_t> variables(csp.sizes.size(), 0), tables(csp.tables.size(), 0);
  std::vector<VariableId> undefined;  // taken, and their definitions not yet
  const auto take = [&](std::size_t t) {
    if (tables[t] != 0) return;
    tables[t] = 1;
    for (const auto x : csp.tables[t].scope) {
      if (variables[x] == 0) undefined.push_back(x);
      variables[x] = 1;
    }
  };
  for (VariableId x = 0; x < csp.sizes.size(); ++x) variables[x] = after_chance(stage.variables[x]);
  for (std::size_t t = 0; t < csp.tables.size(); ++t)
    if (is_chance(stage, csp.tables[t])) take(t);
  std::vector<std::vector<std::size_t>> definitions(csp.sizes.size());
  for (std::size_t t = 0; t < csp.tables.size(); ++t)
    for (const auto origin : stage.origins[t])
      if (const auto x = template_.defined(origin);
          x != StageTemplate::kNoVariable && stage.numbers[x] != Preprocessed::kBound)
        definitions[stage.numbers[x]].push_back(t);
  while (!undefined.empty()) {
    const auto x = undefined.back();
    undefined.pop_back();
    for (const auto t : definitions[x]) take(t);
  }
  return part_of(csp, variables, tables);
}

}  // namespace woodstock::stages
