#include "stages/split_solver.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "csp/sac.hpp"
#include "stages/chance_search.hpp"
#include "stages/successor.hpp"

namespace woodstock::stages {

using namespace csp;

namespace {

std::size_t bytes_of(const std::vector<std::vector<ValueId>>& outcomes) {
  std::size_t bytes = 0;
  for (const auto& each : outcomes) bytes += sizeof(each) + each.size() * sizeof(ValueId);
  return bytes;
}

std::size_t bytes_of(const StagePolicy::Outcome& outcome) {
  return sizeof(outcome) + outcome.successor.size() * sizeof(std::uint64_t);
}

}  // namespace

SplitSolver::SplitSolver(std::shared_ptr<const StageTemplate> stage, Settings settings)
    : stage_(std::move(stage)),
      settings_(settings),
      parts_(*stage_),
      injector_(stage_, Search::Inference::arc_consistency, settings.filter) {}

void SplitSolver::add(const Counters& counters) {
  counters_.nodes += counters.nodes;
  counters_.propagations += counters.propagations;
}

std::optional<VariableId> SplitSolver::choice(std::uint32_t role) const {
  const auto number = micro_.numbers[stage_->action(role)];
  return number == Preprocessed::kBound ? std::nullopt : std::optional(number);
}

std::vector<VariableId> SplitSolver::choices() const {
  std::vector<VariableId> found;
  for (std::uint32_t role = 0; role < stage_->role_count(); ++role)
    if (const auto number = choice(role)) found.push_back(*number);
  return found;
}

ValueId SplitSolver::value_of(VariableId x, const std::vector<ValueId>& assignment) const {
  const auto number = micro_.numbers[x];
  return number == Preprocessed::kBound ? injector_.propagation().domains().value(x)
                                        : micro_.values[number][assignment[number]];
}

std::uint32_t SplitSolver::move_of(std::uint32_t role, ValueId value) const {
  const auto number = choice(role);
  return number ? micro_.values[*number][value]
                : injector_.propagation().domains().value(stage_->action(role));
}

// 003 §4.1: what the injected state settles is projected onto the network; constraints of one scope are
// merged, unary constraints and universal variables go; values that are not singleton arc consistent too.
bool SplitSolver::prepare(const Deadline& deadline) {
  auto& propagation = injector_.propagation();
  micro_ = preprocess(stage_->csp(), propagation.domains());
  if (!settings_.singleton) return true;
  Propagation stage(micro_.csp, settings_.filter);
  const auto result = enforce_sac(stage, deadline);
  if (!result.complete) throw OutOfTime();
  if (!result.consistent) return false;
  auto smaller = false;
  for (VariableId x = 0; x < micro_.variables.size(); ++x)
    for (ValueId value = 0; value < micro_.values[x].size(); ++value)
      if (!stage.domains().contains(x, value)) {
        smaller = true;
        if (!propagation.remove(micro_.variables[x], micro_.values[x][value])) return false;
      }
  if (!smaller) return true;
  if (!propagation.propagate()) return false;
  micro_ = preprocess(stage_->csp(), propagation.domains());
  return true;
}

SolvedStage SplitSolver::solve(std::span<const std::uint64_t> state, const Deadline& deadline,
                               const Keep& keep) {
  SolvedStage solved;
  if (!injector_.inject(state)) throw std::invalid_argument("the state does not fit the stage's network");
  const auto roles = stage_->role_count();
  solved.terminal = injector_.terminal();
  if (solved.terminal) {
    for (std::uint32_t role = 0; role < roles; ++role) solved.scores.push_back(injector_.score(role));
    return solved;
  }
  solved.legal.resize(roles);
  if (!injector_.settle() || !prepare(deadline)) return solved;
  for (std::uint32_t role = 0; role < roles; ++role) solved.legal[role] = injector_.legal(role);
  if (settings_.inference == Search::Inference::arc_consistency)
    solve_split(solved, deadline, keep);
  else
    solve_whole(solved, deadline);
  std::ranges::sort(solved.policies, {}, &StagePolicy::moves);
  return solved;
}

StagePolicy SplitSolver::policy_of(const std::vector<ValueId>& assignment) const {
  StagePolicy policy;
  for (std::uint32_t role = 0; role < stage_->role_count(); ++role)
    policy.moves.push_back(is_chance(role) && choice(role) ? StagePolicy::kOpen
                                                           : value_of(stage_->action(role), assignment));
  policy.chance = policy.moves;
  return policy;
}

StagePolicy::Outcome SplitSolver::outcome_of(const std::vector<ValueId>& assignment) const {
  StagePolicy::Outcome outcome{0, std::vector<std::uint64_t>((stage_->fluent_count() + 63) / 64)};
  if (stage_->chance_role() >= 0)
    outcome.chance_move =
        value_of(stage_->action(static_cast<std::uint32_t>(stage_->chance_role())), assignment);
  write_successor(*stage_, [&](VariableId x) { return value_of(x, assignment); }, outcome.successor);
  return outcome;
}

// Algorithm 3, line 5, with θ = 1 (000 §4.1): the constraints must hold for every move that chance may make.
SplitSolver::Tuples SplitSolver::chance_tuples(const StagePart& part,
                                               const std::vector<VariableId>& decisions, SolvedStage& solved,
                                               const Deadline& deadline, const Keep& keep) {
  const auto y = *choice(static_cast<std::uint32_t>(stage_->chance_role()));
  const auto values = micro_.csp.sizes[y];
  Distribution distribution;
  distribution.variable = part.number(y);
  distribution.denominator = values;
  distribution.row_count = 1;
  distribution.weights.assign(values, 1);
  std::vector<VariableId> numbers;
  for (const auto x : decisions) numbers.push_back(part.number(x));
  ChanceSearch search(part.csp, std::move(numbers), {distribution}, Wide(values), settings_.filter);
  Tuples tuples;
  std::size_t held = 0;
  while (const auto policy = search.next(deadline)) {
    if (held > settings_.memory) {
      solved.complete = false;
      break;
    }
    if (keep) {
      std::vector<std::uint32_t> moves(stage_->role_count(), StagePolicy::kOpen);
      for (std::uint32_t role = 0; role < moves.size(); ++role) {
        if (is_chance(role)) continue;
        const auto number = choice(role);
        const auto place = number ? std::ranges::find(decisions, *number) : decisions.end();
        if (place != decisions.end())
          moves[role] = move_of(role, policy->decisions[static_cast<std::size_t>(place - decisions.begin())]);
      }
      if (!keep(moves)) {
        ++solved.pruned;
        continue;
      }
    }
    held += bytes_of(search.outcomes());
    tuples[policy->decisions] = {search.outcomes()};
  }
  add(search.counters());
  return tuples;
}

void SplitSolver::solve_split(SolvedStage& solved, const Deadline& deadline, const Keep& keep) {
  auto hard = parts_.hard(micro_);  // line 3
  const auto chance_role = static_cast<std::uint32_t>(std::max(0, stage_->chance_role()));
  const bool stochastic = stage_->chance_role() >= 0 && choice(chance_role).has_value();
  StagePart chance;
  std::vector<VariableId> decisions;
  Tuples tuples;
  if (stochastic) {
    chance = parts_.chance(micro_);  // line 4
    for (const auto x : choices())
      if (chance.has(x) && hard.has(x)) decisions.push_back(x);
    tuples = chance_tuples(chance, decisions, solved, deadline, keep);  // line 5
    if (tuples.empty()) return;
    if (!decisions.empty()) {  // lines 6 to 14
      Table feasibility;
      for (const auto x : decisions) feasibility.scope.push_back(hard.number(x));
      for (const auto& [values, outcomes] : tuples)
        feasibility.cells.insert(feasibility.cells.end(), values.begin(), values.end());
      hard.csp.add_table(std::move(feasibility));
    }
  } else {
    hard.csp = micro_.csp;
    hard.variables.resize(micro_.variables.size());
    for (VariableId x = 0; x < hard.variables.size(); ++x) hard.variables[x] = x;
    hard.numbers = hard.variables;
  }
  std::vector<VariableId> first;
  for (const auto x : choices())
    if (hard.has(x)) first.push_back(hard.number(x));
  Propagation propagation(std::move(hard.csp), settings_.filter);
  Search search(propagation, std::move(first), settings_.inference);  // line 15
  std::vector<ValueId> assignment(micro_.variables.size(), 0);
  std::size_t held = 0;
  for (auto step = search.next(deadline); step != Step::exhausted; step = search.next(deadline)) {
    if (step == Step::timed_out) throw OutOfTime();
    if (solved.policies.size() == settings_.most || held > settings_.memory) {
      solved.complete = false;
      break;
    }
    for (VariableId x = 0; x < hard.variables.size(); ++x)
      assignment[hard.variables[x]] = propagation.domains().value(x);
    auto policy = policy_of(assignment);
    if (!stochastic) {
      policy.outcomes.push_back(outcome_of(assignment));
    } else {
      for (std::uint32_t role = 0; role < policy.chance.size(); ++role)
        if (const auto x = choice(role); !x || !std::ranges::count(decisions, *x))
          policy.chance[role] = StagePolicy::kOpen;
      std::vector<ValueId> values;
      for (const auto x : decisions) values.push_back(assignment[x]);
      for (const auto& outcome : tuples.at(values).outcomes) {
        for (VariableId x = 0; x < chance.variables.size(); ++x)
          if (!hard.has(chance.variables[x])) assignment[chance.variables[x]] = outcome[x];
        policy.outcomes.push_back(outcome_of(assignment));
      }
    }
    for (const auto& outcome : policy.outcomes) held += bytes_of(outcome);
    solved.policies.push_back(std::move(policy));
  }
  add(propagation.counters());
}

// Policies for which there is no room are left out; those that are kept have all their outcomes, wherever in
// the search chance is decided.
void SplitSolver::solve_whole(SolvedStage& solved, const Deadline& deadline) {
  Propagation propagation(micro_.csp, settings_.filter);
  Search search(propagation, choices(), settings_.inference);
  std::map<std::vector<std::uint32_t>, std::size_t> known;  // by the players' moves
  std::size_t held = 0;
  for (auto step = search.next(deadline); step != Step::exhausted; step = search.next(deadline)) {
    if (step == Step::timed_out) throw OutOfTime();
    const auto assignment = search.assignment();
    auto policy = policy_of(assignment);
    auto place = known.find(policy.moves);
    if (place == known.end()) {
      if (solved.policies.size() == settings_.most || held > settings_.memory) {
        solved.complete = false;
        continue;
      }
      place = known.emplace(policy.moves, solved.policies.size()).first;
      solved.policies.push_back(std::move(policy));
    }
    auto& outcomes = solved.policies[place->second].outcomes;
    outcomes.push_back(outcome_of(assignment));
    held += bytes_of(outcomes.back());
  }
  add(propagation.counters());
}

}  // namespace woodstock::stages
