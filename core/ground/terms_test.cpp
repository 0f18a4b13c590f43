#include "ground/terms.hpp"

#include <vector>

#include "third_party/doctest.h"

using namespace woodstock::ground;

TEST_CASE("a term is its name and its arguments, and prints as KIF") {
  Terms terms;
  const auto one = terms.add(terms.name_id("1")), x = terms.add(terms.name_id("x"));
  const auto cell = terms.add(terms.name_id("cell"), std::vector{one, one, x});
  const auto held = terms.add(terms.name_id("true"), std::vector{cell});
  CHECK(terms.text(held) == "(true (cell 1 1 x))");
  CHECK(terms.spelt(terms.name(cell)) == "cell");
  CHECK(terms.arguments(cell).size() == 3);
  CHECK(terms.arguments(x).empty());
  CHECK(terms.name_id("cell") == terms.name(cell));
  CHECK(terms.size() == 4);
}
