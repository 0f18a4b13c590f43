#include "search/mac_ucb/images.hpp"

#include "third_party/doctest.h"

using namespace woodstock::search::mac_ucb;
using woodstock::symmetry::Canonical;
using woodstock::symmetry::kIdentity;
using woodstock::symmetry::Permutation;

namespace {

// Four fluents and four moves (two of each of two roles) in a row, mirrored.
Canonical mirrored() { return Canonical(4, 4, {Permutation{{3, 2, 1, 0}, {1, 0, 3, 2}}}); }

}  // namespace

TEST_CASE("successors that are images of each other are twins, and know their frames") {
  const auto group = mirrored();
  const std::vector<std::uint64_t> state{0b0000}, successors{0b0001, 0b0010, 0b0100, 0b1000, 0b0110};
  Images images;
  CHECK(images.empty());
  CHECK(!images.is_twin(0));
  CHECK(images.count(0) == 1);
  CHECK(images.sharing(0) == 1);
  images.find(group, state, successors);
  CHECK(!images.empty());
  CHECK(images.turned());
  CHECK(images.twins == std::vector<std::uint32_t>{0, 1, 1, 0, 4});
  CHECK(images.counts == std::vector<std::uint32_t>{2, 2, 1, 1, 1});
  CHECK(images.is_twin(3));
  CHECK(images.sharing(3) == 2);
  CHECK(images.sharing(4) == 1);
  CHECK(!images.is_twin(4));
  for (std::size_t s = 0; s < successors.size(); ++s) {
    std::vector<std::uint64_t> form(1);
    group[images.frames[s]].map(std::span(successors).subspan(s, 1), form);
    CHECK(form[0] == images.forms[s]);
  }
  CHECK(images.forms[0] == images.forms[3]);
  CHECK(images.forms[4] == 0b0110);
  images.clear();
  CHECK(images.empty());
}

TEST_CASE("moves are called by their names before frames") {
  const auto group = mirrored();
  const Frames frames{&group, {0, 2}};
  CHECK(frames.before(kIdentity, 0, 1) == 1);
  CHECK(frames.before(1, 0, 1) == 0);
  CHECK(frames.before(1, 1, 0) == 1);
  CHECK(frames.before(1, 1, -1) == -1);
  const std::vector<woodstock::symmetry::Element> twice{1, 1}, thrice{1, 1, 1};
  CHECK(frames.before(twice, 0, 0) == 0);
  CHECK(frames.before(thrice, 0, 0) == 1);
}
