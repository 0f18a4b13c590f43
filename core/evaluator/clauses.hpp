// Plain clauses: a head and a conjunction of literals, made from rules with nested `or`, `and` and `not`.
//
// A variable that occurs in one negated atom and nowhere else is read "for no value of it"; any other
// variable that nothing binds ranges over the symbols of the rulesheet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/syntax.hpp"
#include "evaluator/terms.hpp"

namespace woodstock::evaluator {

// A term with variables. Ground terms are constants whatever their structure.
struct Pattern {
  enum Kind : std::uint8_t { kVariable, kConstant, kCompound };
  Kind kind;
  Id id;  // number of the variable, of the term, or of the functor
  std::vector<Pattern> args;
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

struct Literal {
  enum Kind : std::uint8_t { kAtom, kDistinct };
  Kind kind;
  bool positive;  // a `distinct` that is not positive is an equation
  Id predicate;   // of an atom
  std::vector<Pattern> args;
  friend bool operator==(const Literal&, const Literal&) = default;
};

struct Clause {
  Id predicate;
  std::vector<Pattern> head;
  std::vector<Literal> body;
  Id variables = 0;  // how many
};

struct Predicate {
  std::string name;
  std::size_t arity;
};

class Clauses {
 public:
  Clauses(const std::vector<Rule>& rules, Terms& terms);

  std::vector<Clause> clauses;
  std::vector<Predicate> predicates;
  // The number of a relation; a new one if no rule mentions it.
  Id predicate(const std::string& name, std::size_t arity);

 private:
  struct Formula {
    Expression expression;
    bool positive;
    friend bool operator==(const Formula&, const Formula&) = default;
  };
  using Conjunction = std::vector<Formula>;
  using Variables = std::vector<std::string>;

  static std::vector<Conjunction> alternatives(const Expression& formula, bool positive);
  static double width(const Expression& formula, bool positive);
  static std::vector<Conjunction> conjunctions(const std::vector<Expression>& body);
  void add_rule(const Rule& rule);
  std::vector<Expression> split(const Expression& head, const std::vector<Expression>& body);
  void add_safe(const Expression& head, const Conjunction& body);
  void add_clause(const Expression& head, const Conjunction& body);
  void add_universe(const std::vector<Rule>& rules);
  Expression auxiliary(const Variables& arguments);
  Pattern pattern(const Expression& term, std::map<std::string, Id>& numbers);

  Terms& terms_;
  std::map<std::pair<std::string, std::size_t>, Id> numbers_;
  std::size_t auxiliaries_ = 0;
  bool universe_used_ = false;
};

}  // namespace woodstock::evaluator
