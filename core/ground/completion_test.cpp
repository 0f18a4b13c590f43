#include "ground/completion.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock::ground;

namespace {

using Atom = std::uint32_t;

struct Rules {
  GroundProgram program;

  Atom input(std::string name) { return program.add_atom(std::move(name), true, false); }
  Atom atom(std::string name) { return program.add_atom(std::move(name), false, false); }
  void rule(Atom head, std::vector<Literal> body) { program.add_rule(head, body); }
  Completion completed(std::vector<Atom> wanted, std::uint64_t limit = 1000) const {
    return Completion(program, wanted, limit);
  }
};

// The value of a derived atom when these inputs are true.
bool holds(const Completion& completion, Atom wanted, const std::vector<Atom>& inputs) {
  std::vector<bool> value(completion.atom_count(), false);
  for (Atom a = 0; a < completion.atom_count(); ++a) value[a] = completion.kind(a) == AtomKind::constant_true;
  for (const auto input : inputs) value[input] = true;
  for (const auto derived : completion.order()) {
    bool any = false;
    for (const auto body : completion.bodies(derived)) {
      bool all = true;
      for (const auto literal : body) all = all && value[atom_of(literal)] == (literal > 0);
      any = any || all;
    }
    value[derived] = any;
  }
  return value[wanted];
}

}  // namespace

TEST_CASE("an atom holds if the body of one of its rules does") {
  Rules rules;
  const auto a = rules.input("a"), b = rules.input("b"), p = rules.atom("p"), q = rules.atom("q");
  rules.rule(p, {literal_of(a), literal_of(b, false)});
  rules.rule(q, {literal_of(p)});
  rules.rule(q, {literal_of(b)});
  const auto completion = rules.completed({q});
  CHECK(completion.kind(a) == AtomKind::input);
  CHECK(completion.name(q) == "q");
  CHECK(holds(completion, q, {a}));
  CHECK(holds(completion, q, {b}));
  CHECK(!holds(completion, q, {}));
}

TEST_CASE("what no rule derives is false, and what needs it too") {
  Rules rules;
  const auto a = rules.input("a"), p = rules.atom("p"), q = rules.atom("q"), r = rules.atom("r");
  rules.rule(q, {literal_of(p), literal_of(a)});
  rules.rule(r, {literal_of(p, false), literal_of(a)});
  const auto completion = rules.completed({q, r});
  CHECK(completion.kind(p) == AtomKind::constant_false);
  CHECK(completion.kind(q) == AtomKind::constant_false);
  CHECK(holds(completion, r, {a}));
}

TEST_CASE("recursion is unrolled to its least fixpoint") {
  Rules rules;
  const auto start = rules.input("start"), bridge = rules.input("bridge");
  std::vector<Atom> at;
  for (int i = 0; i < 4; ++i) at.push_back(rules.atom("at" + std::to_string(i)));
  rules.rule(at[0], {literal_of(start)});
  for (int i = 0; i < 4; ++i) rules.rule(at[(i + 1) % 4], {literal_of(at[i]), literal_of(bridge)});
  const auto completion = rules.completed({at[3]});
  CHECK(holds(completion, at[3], {start, bridge}));
  CHECK(!holds(completion, at[3], {start}));
  CHECK(!holds(completion, at[3], {bridge}));  // what supports itself alone does not hold
  CHECK_THROWS_AS(rules.completed({at[3]}, 3), std::runtime_error);
}

TEST_CASE("an atom that depends on its own negation is refused") {
  Rules rules;
  const auto a = rules.input("a"), p = rules.atom("p"), q = rules.atom("q");
  rules.rule(p, {literal_of(a), literal_of(q, false)});
  rules.rule(q, {literal_of(p)});
  CHECK_THROWS_AS(rules.completed({p}), std::runtime_error);
}
