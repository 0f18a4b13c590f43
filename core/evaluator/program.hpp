// The rules of a game, analysed and compiled once; immutable afterwards and shared by all threads.
#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "evaluator/clauses.hpp"
#include "evaluator/plan.hpp"
#include "evaluator/relation.hpp"
#include "evaluator/terms.hpp"

namespace woodstock::evaluator {

// What was seen of procedures in play: it decides in which order literals are tried.
struct Experience {
  double calls = 0, answers = 0, work = 0;
};
using Experiences = std::map<std::string, Experience>;  // by relation and signature

class Program {
 public:
  // Throws EvaluationError where the rules cannot be used.
  static std::shared_ptr<const Program> compile(std::string_view text);

  Terms& terms() const { return *terms_; }
  const std::vector<Id>& roles() const { return roles_; }
  // The same roles in another order, before anybody uses the program.
  void order_roles(std::vector<Id> roles);
  const Position& initial() const { return initial_; }

  // For planner and machine.
  const Clauses& clauses() const { return *clauses_; }
  const std::vector<Id>& clauses_of(Id predicate) const { return definitions_[predicate]; }
  Id facts_of(Id predicate) const { return facts_of_[predicate]; }  // number of the relation, or kNone
  const Relation& facts(Id relation) const { return facts_[relation]; }
  const Index& index(Id relation, const Columns& columns) const;
  Lifetime lifetime(Id predicate) const { return lifetimes_[predicate]; }
  bool same_component(Id a, Id b) const { return component_[a] == component_[b]; }
  const Code& code() const { return code_; }
  struct Predicates {
    Id role, init, legal, terminal, goal, next, sees, holds, does;
  };
  const Predicates& predicates() const { return predicates_; }
  struct Queries {
    Id legal, terminal, goal, next, sees;
  };
  const Queries& queries() const { return queries_; }

 private:
  Program() = default;
  void analyse();
  void gather_facts();
  std::uint64_t materialise(Id predicate, std::uint64_t most_work);
  void find_roles();
  void plan(const Experiences& experiences, const std::vector<Position>& sample);
  double practise(Experiences& experiences, std::vector<Position>& sample) const;
  void plan_by_practice();
  void add_facts(Id predicate, Relation relation);

  std::shared_ptr<Terms> terms_;
  std::unique_ptr<Clauses> clauses_;
  std::vector<std::vector<Id>> definitions_;  // clauses by predicate
  std::vector<Id> component_;                 // strongly connected, in the order of dependence
  std::vector<Lifetime> lifetimes_;
  std::vector<Id> facts_of_;
  std::vector<Relation> facts_;
  mutable std::map<std::pair<Id, Columns>, std::unique_ptr<Index>> indexes_;  // grows while planning only
  Predicates predicates_{};
  Queries queries_{};
  std::vector<Id> roles_;
  Position initial_;
  Code code_;
};

}  // namespace woodstock::evaluator
