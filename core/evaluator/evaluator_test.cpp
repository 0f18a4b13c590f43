#include "evaluator/evaluator.hpp"

#include <set>
#include <string>

#include "testing/evaluation_error.hpp"
#include "third_party/doctest.h"

using namespace woodstock::evaluator;

namespace {

using Texts = std::set<std::string>;

Texts texts(const Program& program, const std::vector<Id>& terms) {
  Texts found;
  for (const Id term : terms) found.insert(program.terms().text(term));
  CHECK(found.size() == terms.size());
  return found;
}

// The fluents after one step of a game with one role that can only wait.
Texts after(const std::string& rules) {
  Evaluator evaluator(Program::compile("(role r) (legal r wait) " + rules));
  const auto& program = evaluator.program();
  const auto moves = evaluator.legal(program.initial(), 0);
  CHECK(texts(program, moves) == Texts{"wait"});
  return texts(program, evaluator.next(program.initial(), moves)->fluents);
}

}  // namespace

TEST_CASE("recursion, negation and functions are followed") {
  const std::string graph =
      "(init (at a)) (edge a b) (edge b c) (edge c a) (edge d e)"
      "(<= (reach ?x) (true (at ?x))) (<= (reach ?y) (reach ?x) (edge ?x ?y))";
  CHECK(after(graph + "(<= (next (on ?x)) (reach ?x))") == (Texts{"(on a)", "(on b)", "(on c)"}));
  CHECK(after(graph + "(<= (next (off ?x)) (edge ?x ?y) (not (reach ?x)))") == Texts{"(off d)"});
  // A variable that is found under a negation only: no value.
  CHECK(after(graph + "(<= (next (sink ?y)) (edge ?x ?y) (not (edge ?y ?z)))") == Texts{"(sink e)"});
  // Left and mutual recursion.
  CHECK(after("(init (n (s (s (s z))))) (<= (even z)) (<= (even (s ?x)) (odd ?x)) (<= (odd (s ?x)) (even ?x))"
              "(<= (next odd) (true (n ?x)) (odd ?x)) (<= (next even) (true (n ?x)) (even ?x))") ==
        Texts{"odd"});
  // A variable that nothing binds ranges over all symbols.
  CHECK(after("(init p) (<= (next (q ?x)) (true p) (not (r ?x))) (r wait)") == (Texts{"(q p)", "(q r)"}));
  // `or`, `and` and `not` within each other.
  CHECK(
      after("(init (p a)) (init (p b)) (init (q b))"
            "(<= (next (o ?x)) (true (p ?x)) (not (and (true (q ?x)) (or (distinct ?x a) (true (p c))))))") ==
      Texts{"(o a)"});
  // Negation through the relation's own recursion, but of other atoms.
  CHECK(after("(init (v 1)) (move 4 3) (move 3 2) (move 2 1) (<= (win ?x) (true (v ?k)) (move ?x ?y) (not "
              "(win ?y)))"
              "(<= (next (w ?x)) (win ?x))") == (Texts{"(w 2)", "(w 4)"}));
  // One name with several numbers of arguments.
  CHECK(after("(init a) (<= p (true a)) (p x) (<= (next (two ?x)) (p ?x) p)") == Texts{"(two x)"});
}

TEST_CASE("long chains are followed") {
  // A thousand relations, each defined by the one before; and negation all along a chain of moves.
  std::string chain = "(init z) (<= p0 (true z)) (<= (next end) p1000)", moves = "(init (v 1))";
  for (int i = 1; i <= 1000; ++i) chain += " (<= p" + std::to_string(i) + " p" + std::to_string(i - 1) + ")";
  CHECK(after(chain) == Texts{"end"});
  for (int i = 1; i < 400; ++i) moves += " (move " + std::to_string(i) + " " + std::to_string(i - 1) + ")";
  moves += "(<= (win ?x) (true (v 1)) (move ?x ?y) (not (win ?y))) (<= (next last) (win 399))";
  CHECK(after(moves) == Texts{"last"});
  // Reachability along a line, and through a dense graph.
  std::string line = "(init (at 0)) (<= (reach ?x) (true (at ?x))) (<= (reach ?y) (reach ?x) (edge ?x ?y))";
  for (int i = 0; i < 2000; ++i) line += " (edge " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  CHECK(after(line + "(<= (next there) (reach 2000))") == Texts{"there"});
}

TEST_CASE("limits end what is endless") {
  CHECK(after("(init (at z)) (<= (next (at (f ?x))) (true (at ?x)))") == Texts{"(at (f z))"});
  CHECK(fails(
      [] {
        after("(init (at z)) (<= (n ?x) (true (at ?x))) (<= (n (f ?x)) (n ?x)) (<= (next (m ?x)) (n ?x))");
      },
      "nested"));
  CHECK(fails([] { after("(init z) (<= p (true z) (not q)) (<= q (true z) (not p)) (<= (next a) p)"); },
              "own negation"));
  CHECK(fails([] { Program::compile("(role r"); }, "inside a list"));
}
