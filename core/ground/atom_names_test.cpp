#include "ground/atom_names.hpp"

#include <string>
#include <vector>

#include "third_party/doctest.h"

using namespace woodstock::ground;

TEST_CASE("Names given whole come back as they were") {
  AtomNames names;
  const std::vector<std::string> given{"terminal",       "(true (cell 1 1 b))", "", "(does r (mark 1 2))",
                                       "(legal r noop)", "goal of 0 is 100"};
  for (const auto& name : given) names.add(name);
  REQUIRE(names.size() == given.size());
  for (std::uint32_t atom = 0; atom < names.size(); ++atom) CHECK(names.name(atom) == given[atom]);
}

TEST_CASE("Names in parts: atoms share relations and arguments, and are named in any order") {
  AtomNames names;
  for (int i = 0; i < 4; ++i) names.add();
  const auto p1 = names.relation("p", 1), p2 = names.relation("p", 2), q = names.relation("q", 0);
  CHECK(names.relation("p", 2) == p2);
  const auto a = names.text("a"), f = names.text("(f b)");
  const std::vector<AtomNames::Text> both{a, f};
  names.set(3, p2, both);
  names.set(1, p1, {&f, 1});
  names.set(0, q, {});
  CHECK(names.name(0) == "q");
  CHECK(names.name(1) == "(p (f b))");
  CHECK(names.name(2).empty());
  CHECK(names.name(3) == "(p a (f b))");
  CHECK(names.relation_name(names.relation_of(3)) == "p");
  CHECK(names.arity(names.relation_of(3)) == 2);
  CHECK(names.atoms_of("p") == std::vector<std::uint32_t>{1, 3});
  CHECK(names.atoms_of("q") == std::vector<std::uint32_t>{0});
  CHECK(names.atoms_of("r").empty());
}
