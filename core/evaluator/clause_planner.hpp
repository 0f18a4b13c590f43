// The plan of one clause for one way of calling it.
#pragma once

#include <map>
#include <vector>

#include "evaluator/planner.hpp"

namespace woodstock::evaluator {

class ClausePlanner {
 public:
  ClausePlanner(Planner& planner, const Program& program, Clause clause)
      : planner_(planner), program_(program), clause_(std::move(clause)) {}

  // False if the clause can never apply to such a call.
  bool plan(const std::vector<Shape>& shapes);
  Plan result;

 private:
  using Register = std::uint16_t;
  static constexpr Register kUnbound = 0xffff;

  // A literal as rows to look up: the relation and its arguments.
  struct Lookup {
    Access::Source source;
    Id relation;  // of facts, or the functor of fluents
    std::vector<Pattern> args;
  };

  bool is_lookup(const Literal& literal) const;
  Lookup lookup(const Literal& literal) const;
  bool fit(const Shape& shape, const Pattern& head);
  void collect(const Shape& shape, const Pattern& head);
  void substitute(Id variable, const Pattern& by);
  bool bound(const Pattern& pattern) const;
  int occurrences(Id variable, const Pattern& pattern) const;
  int occurrences(Id variable, const std::vector<Pattern>& patterns) const;
  // Whether nothing but a single place in these arguments mentions the variable from here on.
  bool ignorable(Id variable, const std::vector<Pattern>& args) const;
  bool possible(const Literal& literal) const;
  double rank(const Literal& literal) const;
  double rank_of_lookup(const Literal& literal) const;
  double rank_of_call(const Literal& literal) const;
  Shape shape(const Pattern& pattern, const std::vector<Pattern>& args, int depth) const;
  void add(const Literal& literal);
  void add_equation(const Literal& literal);
  void add_lookup(const Literal& literal);
  void add_call(const Literal& literal);
  void add_negated_auxiliary(const Literal& literal);
  void hand_over(const Shape& shape, const Pattern& pattern, Step& step,
                 std::vector<std::pair<Register, Pattern>>& received);
  void receive(const std::vector<std::pair<Register, Pattern>>& received);
  void match(Register at, const Pattern& pattern);
  Register build(const Pattern& pattern);
  Register fresh();
  Step& step(Step::Kind kind, Id a = 0, Id b = 0, Id c = 0);

  Planner& planner_;
  const Program& program_;
  Clause clause_;
  std::vector<Literal> left_;            // literals that are not planned yet
  const Literal* considered_ = nullptr;  // among those left
  std::vector<Pattern> wanted_;
  std::vector<std::pair<Register, Pattern>> given_;
  std::vector<Register> register_of_;
  std::map<Id, Register> constants_;
};

}  // namespace woodstock::evaluator
