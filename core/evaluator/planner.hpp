// Clauses as plans: which procedures there are, and in which order each tries the literals of its clauses.
//
// How a procedure is called is its shape: per argument given, wanted or ignored, or a compound of shapes. A
// call of (move ?p ?from ?to) with ?from known thus hands ?from on, and the callee never builds the compound.
// The order is greedy: tests first, cheap before dear, then what is expected to yield the fewest rows.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/plan.hpp"
#include "evaluator/program.hpp"

namespace woodstock::evaluator {

struct Shape {
  enum Kind : char { kGiven = 'b', kWanted = 'f', kIgnored = 'x', kCompound = '(' };
  Kind kind;
  Id functor = 0;
  std::vector<Shape> parts;
  std::string text() const;
};

// Visits the kind of every argument that is no compound, from left to right.
void each_leaf(const Shape& shape, const auto& visit) {
  if (shape.kind != Shape::kCompound) visit(shape.kind);
  for (const auto& part : shape.parts) each_leaf(part, visit);
}

class Planner {
 public:
  // The sample states and experiences decide what is expected.
  Planner(const Program& program, const Experiences& experiences, const std::vector<Position>& sample)
      : program_(program), experiences_(experiences), sample_(sample) {}

  // The number of the procedure for a call of this kind.
  Id procedure(Id predicate, const std::vector<Shape>& shapes);
  // Plans all procedures that were asked for and all that these call.
  void finish();

  Code code;

 private:
  friend class ClausePlanner;
  struct Task {
    Id procedure;
    std::vector<Shape> shapes;
    std::vector<Clause> clauses;
  };

  // A procedure for a clause of its own; what is given are the clause's first arguments.
  Id auxiliary(Clause clause, Lifetime lifetime);
  Id access(const Access& access);
  Id fluent_relation(Id functor, std::size_t arity);
  double fluent_rows(Id functor, const Columns& columns);
  double fact_rows(Id relation, const Columns& columns) const;
  void mark_recursion();

  const Program& program_;
  const Experiences& experiences_;
  const std::vector<Position>& sample_;
  std::vector<Task> tasks_;
  std::map<std::pair<Id, std::string>, Id> numbers_;
  std::map<std::pair<Id, Columns>, double> fluent_rows_;
};

}  // namespace woodstock::evaluator
