#include "evaluator/evaluator.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <thread>

#include "evaluator/error.hpp"
#include "evaluator/simulation.hpp"
#include "evaluator/uct.hpp"
#include "tests/check.hpp"

using namespace woodstock;
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

bool fails(const std::function<void()>& work, const std::string& part) {
  try {
    work();
  } catch (const EvaluationError& error) {
    return std::string(error.what()).find(part) != std::string::npos;
  }
  return false;
}

void terms_are_numbered_once() {
  Terms terms(1U << 20, 1000);
  const Id a = terms.symbol("a"), f = terms.functor("f", 2);
  std::vector<std::thread> threads;
  std::vector<std::vector<Id>> found(4);
  for (auto& each : found)
    threads.emplace_back([&] {
      Id term = a;
      for (int i = 0; i < 900; ++i) each.push_back(term = terms.intern(f, std::array{term, a}));
    });
  for (auto& thread : threads) thread.join();
  for (const auto& each : found) CHECK(each == found[0]);
  CHECK(terms.text(found[0][1]) == "(f (f a a) a)");
  Id deep = found[0].back();
  CHECK(fails(
      [&] {
        while (true) deep = terms.intern(f, std::array{deep, a});
      },
      "nested"));
}

void recursion_negation_and_functions() {
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

void long_chains_are_followed() {
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

void limits_end_what_is_endless() {
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

const char* const kNim =  // who takes the last of five loses nothing: take 1 or 2, the last taker wins
    "(role a) (role b) (init (heap 5)) (init (turn a)) (less 5 1 4) (less 5 2 3) (less 4 1 3) (less 4 2 2)"
    "(less 3 1 2) (less 3 2 1) (less 2 1 1) (less 2 2 0) (less 1 1 0)"
    "(<= (legal ?r (take ?n)) (true (turn ?r)) (true (heap ?h)) (less ?h ?n ?m))"
    "(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))"
    "(<= (next (heap ?m)) (does ?r (take ?n)) (true (heap ?h)) (less ?h ?n ?m))"
    "(<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))"
    "(<= terminal (true (heap 0)))"
    "(<= (goal a 100) (true (turn b))) (<= (goal a 0) (true (turn a)))"
    "(<= (goal b 100) (true (turn a))) (<= (goal b 0) (true (turn b)))";

void simulations_do_not_depend_on_threads() {
  const auto program = Program::compile(kNim);
  SimulationLimits limits;
  limits.playouts = 500;
  const auto one = simulate(program, program->initial(), limits, 3, 1);
  const auto four = simulate(program, program->initial(), limits, 3, 4);
  CHECK(one.playouts == 500 && one.steps == four.steps && one.goals[0].sum == four.goals[0].sum);
  CHECK(one.goals[0].sum + one.goals[1].sum == 50'000);
}

void uct_finds_the_winning_move() {
  const auto program = Program::compile(kNim);
  Uct search(program, {});
  UctLimits limits;
  limits.simulations = 2000;
  const auto report = search.search(program->initial(), limits, 1);
  CHECK(report.simulations == 2000 && report.nodes > 5);
  const auto& moves = report.moves[0];
  const auto best = std::max_element(moves.begin(), moves.end(),
                                     [](const UctMove& a, const UctMove& b) { return a.visits < b.visits; });
  CHECK(program->terms().text(best->move) == "(take 2)");  // leaves 3
  CHECK(report.moves[1].size() == 1);
}

}  // namespace

int main() {
  terms_are_numbered_once();
  recursion_negation_and_functions();
  long_chains_are_followed();
  limits_end_what_is_endless();
  simulations_do_not_depend_on_threads();
  uct_finds_the_winning_move();
  return finish();
}
