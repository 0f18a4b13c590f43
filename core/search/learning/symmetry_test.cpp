#include "search/learning/symmetry.hpp"

#include "third_party/doctest.h"

using namespace woodstock::search::learning;

TEST_CASE("images that are missing are found, but not too many") {
  // Two players to move by turns (fluents 0 and 1), and three cells of each: 2 to 4, and 5 to 7.
  const Symmetry mirrored{{0, 1, 4, 3, 2, 7, 6, 5}, {0, 1}}, exchanged{{1, 0, 5, 6, 7, 2, 3, 4}, {1, 0}};
  const std::vector symmetries{mirrored, exchanged};
  CHECK(missing_images({{2, 3}}, symmetries, 100) == std::vector<Pair>{{3, 4}, {5, 6}, {6, 7}});
  CHECK(missing_images({{2, 3}}, symmetries, 2).size() == 1);
  CHECK(missing_images({{2, 3}, {3, 4}, {5, 6}, {6, 7}}, symmetries, 100).empty());
}
