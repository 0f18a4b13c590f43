#include "evaluator/program.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/components.hpp"
#include "base/random.hpp"
#include "evaluator/error.hpp"
#include "evaluator/machine.hpp"
#include "evaluator/planner.hpp"

namespace woodstock::evaluator {

namespace {

constexpr std::uint64_t kMostStaticWork = 1'000'000;  // spent on relations that never change, before play
constexpr std::uint64_t kMostPractice = 100'000;      // steps of random play that the order is learnt from
constexpr int kRounds = 5;                            // of planning and practice
constexpr std::size_t kMostSampled = 24;              // states
const Shape kGivenShape{Shape::kGiven, 0, {}}, kWantedShape{Shape::kWanted, 0, {}};

}  // namespace

std::shared_ptr<const Program> Program::compile(std::string_view text) {
  std::shared_ptr<Program> program(new Program());
  program->terms_ = std::make_shared<Terms>();
  program->clauses_ = std::make_unique<Clauses>(read_rules(text), *program->terms_);
  program->analyse();
  program->gather_facts();
  std::vector<Id> order(program->component_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Id a, Id b) { return program->component_[a] < program->component_[b]; });
  std::uint64_t left = kMostStaticWork;
  for (const Id predicate : order)
    if (program->lifetimes_[predicate] == Lifetime::kGame && program->facts_of_[predicate] == kNone)
      left -= program->materialise(predicate, left / 2);
  program->find_roles();
  program->plan_by_practice();
  return program;
}

void Program::order_roles(std::vector<Id> roles) {
  if (!std::is_permutation(roles.begin(), roles.end(), roles_.begin(), roles_.end()))
    throw std::invalid_argument("these are not the roles of the game");
  roles_ = std::move(roles);
}

const Index& Program::index(Id relation, const Columns& columns) const {
  auto& found = indexes_[{relation, columns}];
  if (!found) {
    found = std::make_unique<Index>(columns);
    found->update(facts_[relation]);
  }
  return *found;
}

void Program::analyse() {
  auto& clauses = *clauses_;
  predicates_ = {
      clauses.predicate("role", 1),     clauses.predicate("init", 1), clauses.predicate("legal", 2),
      clauses.predicate("terminal", 0), clauses.predicate("goal", 2), clauses.predicate("next", 1),
      clauses.predicate("sees", 2),     clauses.predicate("true", 1), clauses.predicate("does", 2)};
  const auto size = clauses.predicates.size();
  definitions_.resize(size);
  facts_of_.assign(size, kNone);
  std::vector<std::vector<Id>> graph(size);
  for (Id i = 0; i < clauses.clauses.size(); ++i) {
    const auto& clause = clauses.clauses[i];
    definitions_[clause.predicate].push_back(i);
    for (const auto& literal : clause.body)
      if (literal.kind == Literal::kAtom) graph[clause.predicate].push_back(literal.predicate);
  }
  component_ = components(graph);
  std::vector<Id> order(size);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Id a, Id b) { return component_[a] < component_[b]; });
  std::vector<Lifetime> of_component(size, Lifetime::kGame);
  for (const Id predicate : order) {
    auto& lifetime = of_component[component_[predicate]];
    if (predicate == predicates_.holds) lifetime = std::max(lifetime, Lifetime::kState);
    if (predicate == predicates_.does) lifetime = Lifetime::kStep;
    for (const Id used : graph[predicate]) lifetime = std::max(lifetime, of_component[component_[used]]);
  }
  for (Id predicate = 0; predicate < size; ++predicate)
    lifetimes_.push_back(of_component[component_[predicate]]);
}

void Program::add_facts(Id predicate, Relation relation) {
  facts_of_[predicate] = static_cast<Id>(facts_.size());
  facts_.push_back(std::move(relation));
}

void Program::gather_facts() {
  for (Id predicate = 0; predicate < definitions_.size(); ++predicate) {
    if (predicate == predicates_.holds || predicate == predicates_.does) continue;
    Relation relation;
    relation.arity = static_cast<std::uint32_t>(clauses_->predicates[predicate].arity);
    bool plain = true;
    std::set<std::vector<Id>> seen;
    for (const Id number : definitions_[predicate]) {
      const auto& clause = clauses_->clauses[number];
      std::vector<Id> row;
      for (const auto& pattern : clause.head)
        if (pattern.kind == Pattern::kConstant) row.push_back(pattern.id);
      plain &= clause.body.empty() && row.size() == relation.arity;
      if (!plain) break;
      if (seen.insert(row).second) relation.add(row.data());
    }
    if (plain) add_facts(predicate, std::move(relation));
  }
}

// Derives a relation that never changes, if that is little work. Returns the work.
std::uint64_t Program::materialise(Id predicate, std::uint64_t most_work) {
  const auto arity = clauses_->predicates[predicate].arity;
  const Experiences none;
  const std::vector<Position> nowhere;
  Planner planner(*this, none, nowhere);
  const Id number = planner.procedure(predicate, std::vector<Shape>(arity, kWantedShape));
  planner.finish();
  Machine machine(*this, planner.code);
  machine.limits.most_work = most_work;
  machine.limits.most_answers = most_work;
  try {
    const auto& table = machine.ask(number, {});
    Relation relation;
    relation.arity = static_cast<std::uint32_t>(arity);
    for (std::uint32_t i = 0; i < table.count; ++i) relation.add(table.answer(i));
    add_facts(predicate, std::move(relation));
    return std::min(most_work, machine.work_done());
  } catch (const EvaluationError&) {  // endless, or without a meaning: it shows if it is ever asked for
    return most_work;
  }
}

void Program::find_roles() {
  const Experiences none;
  const std::vector<Position> nowhere;
  Planner planner(*this, none, nowhere);
  const Id init = planner.procedure(predicates_.init, {kWantedShape});
  const Id role = planner.procedure(predicates_.role, {kWantedShape});
  planner.finish();
  Machine machine(*this, planner.code);
  const auto& fluents = machine.ask(init, {});
  initial_ = position_of(*terms_, fluents.answers);
  roles_ = machine.ask(role, {}).answers;
}

void Program::plan(const Experiences& experiences, const std::vector<Position>& sample) {
  Planner planner(*this, experiences, sample);
  queries_.legal = planner.procedure(predicates_.legal, {kGivenShape, kWantedShape});
  queries_.terminal = planner.procedure(predicates_.terminal, {});
  queries_.goal = planner.procedure(predicates_.goal, {kGivenShape, kWantedShape});
  queries_.next = planner.procedure(predicates_.next, {kWantedShape});
  queries_.sees = planner.procedure(predicates_.sees, {kWantedShape, kWantedShape});
  planner.finish();
  code_ = std::move(planner.code);
}

// Plays at random for a while. Returns the work of a state.
double Program::practise(Experiences& experiences, std::vector<Position>& sample) const {
  Machine machine(*this, code_);
  machine.limits.most_work = kMostPractice;
  Random random(7);
  auto state = initial_;
  sample.clear();
  try {
    while (machine.work_done() < kMostPractice && sample.size() < kMostSampled) {
      machine.set_state(state->fluents);
      bool over = machine.ask(queries_.terminal, {}).count > 0;
      std::vector<Id> moves;
      for (const Id role : roles_) {
        auto legal = machine.ask(queries_.legal, {role}).answers;
        // The same moves whatever the order of plans, so that plans can be compared.
        std::sort(legal.begin(), legal.end());
        over |= legal.empty();
        if (!over) moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      }
      sample.push_back(state);
      if (over) {
        for (const Id role : roles_) machine.ask(queries_.goal, {role});
        if (state == initial_) break;
        state = initial_;
        continue;
      }
      machine.set_moves(roles_, moves);
      machine.ask(queries_.sees, {});
      state = position_of(*terms_, machine.ask(queries_.next, {}).answers);
    }
  } catch (const EvaluationError&) {  // what was learnt so far will do
  }
  for (std::size_t i = 0; i < code_.procedures.size(); ++i)
    if (machine.experience[i].calls > 0) experiences[code_.procedures[i].signature] = machine.experience[i];
  return static_cast<double>(machine.work_done()) /
         static_cast<double>(std::max<std::size_t>(1, sample.size()));
}

// Plans, sees in play what the relations are like, plans again with that, and keeps the best.
void Program::plan_by_practice() {
  Experiences experiences;
  std::vector<Position> sample{initial_};
  Code best;
  Queries queries{};
  double least = 0;
  for (int round = 0; round < kRounds; ++round) {
    plan(experiences, sample);
    const double work = practise(experiences, sample);
    if (round == 0 || work < least) {
      least = work;
      best = code_;
      queries = queries_;
    }
  }
  code_ = std::move(best);
  queries_ = queries;
}

}  // namespace woodstock::evaluator
