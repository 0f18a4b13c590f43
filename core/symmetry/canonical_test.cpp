#include "symmetry/canonical.hpp"

#include <map>
#include <set>
#include <stdexcept>

#include "base/random.hpp"
#include "symmetry/image_keys.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::symmetry;

namespace {

using Words = std::vector<std::uint64_t>;

// A permutation of the cells of a grid of n × n as one of the fluents (cell, colour), and of moves by cell.
template <typename Map>
Permutation of_grid(std::uint32_t n, std::uint32_t colours, Map map) {
  auto result = Permutation::identity(n * n * colours, n * n);
  for (std::uint32_t x = 0; x < n; ++x)
    for (std::uint32_t y = 0; y < n; ++y) {
      const auto [u, v] = map(x, y);
      result.moves[x * n + y] = u * n + v;
      for (std::uint32_t c = 0; c < colours; ++c)
        result.fluents[(x * n + y) * colours + c] = (u * n + v) * colours + c;
    }
  return result;
}

using Cell = std::pair<std::uint32_t, std::uint32_t>;

std::vector<Permutation> square(std::uint32_t n, std::uint32_t colours) {
  return {of_grid(n, colours, [n](auto x, auto y) { return Cell{y, n - 1 - x}; }),
          of_grid(n, colours, [](auto x, auto y) { return Cell{y, x}; })};
}

std::vector<Permutation> torus(std::uint32_t n, std::uint32_t colours) {
  auto result = square(n, colours);
  result.push_back(of_grid(n, colours, [n](auto x, auto y) { return Cell{(x + 1) % n, y}; }));
  return result;
}

Words random_state(std::uint32_t fluents, Random& random) {
  Words words((fluents + 63) / 64);
  for (std::uint32_t f = 0; f < fluents; ++f)
    if (random.below(3) == 0) words[f / 64] |= std::uint64_t{1} << (f % 64);
  return words;
}

// All images of a state, found by turning it until nothing new appears.
std::set<Words> images(const Words& words, const std::vector<Permutation>& generators) {
  std::set<Words> found{words};
  std::vector<Words> open{words};
  while (!open.empty()) {
    const auto state = open.back();
    open.pop_back();
    for (const auto& generator : generators) {
      Words image(state.size());
      generator.map(state, image);
      if (found.insert(image).second) open.push_back(image);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("permutations are multiplied and inverted") {
  const auto [turn, mirror] = std::pair(square(3, 2)[0], square(3, 2)[1]);
  const auto identity = Permutation::identity(18, 9);
  CHECK(turn.then(turn).then(turn).then(turn) == identity);
  CHECK(mirror.then(mirror) == identity);
  CHECK(turn.then(mirror) != mirror.then(turn));
  CHECK(turn.then(turn.inverse()).is_identity());
  CHECK(turn.is_valid());
  auto broken = turn;
  broken.fluents[0] = broken.fluents[1];
  CHECK(!broken.is_valid());
  CHECK_THROWS_AS(Canonical(18, 9, {broken}), std::invalid_argument);
}

TEST_CASE("groups are closed, with inverses and moves both ways") {
  const Canonical group(18, 9, square(3, 2));
  CHECK(group.order() == 8);
  CHECK(group.whole());
  CHECK(group[kIdentity].is_identity());
  for (Element e = 0; e < group.order(); ++e) {
    CHECK(group[e].then(group[group.inverse(e)]).is_identity());
    for (std::uint32_t move = 0; move < 9; ++move) CHECK(group.move_back(e, group.move(e, move)) == move);
  }
  CHECK(Canonical(200, 100, torus(10, 2)).order() == 800);
  CHECK(Canonical(18, 9, {}).trivial());
}

TEST_CASE("a state and all its images have one form, which is one of them") {
  struct Case {
    std::uint32_t n, colours;
    std::vector<Permutation> generators;
  };
  const std::vector<Case> cases{{3, 2, square(3, 2)}, {4, 3, torus(4, 3)}, {9, 2, square(9, 2)}};
  for (const auto& [n, colours, generators] : cases) {
    const auto fluents = n * n * colours;
    const Canonical group(fluents, n * n, generators);
    Random random(n);
    for (int round = 0; round < 50; ++round) {
      CAPTURE(n);
      CAPTURE(round);
      const auto state = random_state(fluents, random);
      const auto all = images(state, generators);
      std::set<Words> forms;
      for (const auto& image : all) {
        Words form(state.size()), checked(state.size()), climbed(state.size());
        group[group.least(image, form)].map(image, checked);
        CHECK(form == checked);
        CHECK(all.contains(form));
        group.climb(image, climbed);
        CHECK(climbed == form);
        forms.insert(form);
      }
      CHECK(forms.size() == 1);
    }
  }
}

TEST_CASE("as many forms as orbits: colourings of a square with two colours") {
  // Burnside for the square's group on 9 cells with two colours: 102 orbits of 512.
  const Canonical group(9, 9, square(3, 1));
  std::map<Words, int> orbits;
  for (std::uint64_t state = 0; state < 512; ++state) {
    Words form(1);
    group.least(Words{state}, form);
    ++orbits[form];
  }
  CHECK(orbits.size() == 102);
}

TEST_CASE("elements that keep a state are counted") {
  const Canonical group(9, 9, square(3, 1));
  CHECK(group.keep(Words{0b000'010'000}) == 8);
  CHECK(group.keep(Words{0b000'000'001}) == 2);
  CHECK(group.keep(Words{0b000'000'011}) == 1);
  CHECK(group.keep(Words{0b100'000'001}) == 4);
}

TEST_CASE("moves are in as many orbits as the elements that keep a state make of them") {
  const Canonical group(9, 9, square(3, 1));
  const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5, 6, 7, 8}, left{1, 2, 3, 4, 5, 6, 7};
  CHECK(group.orbits(Words{0b000'000'000}, all) == 3);
  CHECK(group.orbits(Words{0b000'010'000}, all) == 3);
  CHECK(group.orbits(Words{0b000'000'001}, all) == 6);
  CHECK(group.orbits(Words{0b000'000'011}, all) == 9);
  CHECK(group.orbits(Words{0b100'000'001}, left) == 3);
  CHECK(group.orbits(Words{0b100'000'001}, {}) == 0);
}

TEST_CASE("keys are kept from state to state") {
  const Canonical group(162, 81, square(9, 2));
  Random random(5);
  ImageKeys keys(group);
  for (int round = 0; round < 100; ++round) {
    CAPTURE(round);
    auto state = random_state(162, random);
    keys.set(state);
    for (int next = 0; next < 5; ++next) {
      auto other = state;
      for (int flips = 0; flips < 4; ++flips) {
        const auto fluent = random.below(162);
        other[fluent / 64] ^= std::uint64_t{1} << (fluent % 64);
      }
      Words form(other.size()), expected(other.size());
      group[keys.least(other)].map(other, form);
      group.least(other, expected);
      CHECK(form == expected);
    }
    Words form(state.size()), expected(state.size());
    group[keys.least()].map(state, form);
    group.least(state, expected);
    CHECK(form == expected);
  }
}

TEST_CASE("a group above the cap: forms under a subgroup, fewer by climbing") {
  // All permutations of 12 things: 479,001,600 of them.
  std::vector<Permutation> exchanges;
  for (std::uint32_t k = 0; k + 1 < 12; ++k) {
    auto exchange = Permutation::identity(12, 12);
    std::swap(exchange.fluents[k], exchange.fluents[k + 1]);
    std::swap(exchange.moves[k], exchange.moves[k + 1]);
    exchanges.push_back(exchange);
  }
  const Canonical group(12, 12, exchanges);
  CHECK(!group.whole());
  CHECK(group.order() == 720);
  std::vector<std::set<Words>> forms(13), climbed(13);
  for (std::uint64_t state = 0; state < 4096; ++state) {
    Words form(1);
    const auto size = static_cast<std::size_t>(std::popcount(state));
    group.least(Words{state}, form);
    CHECK(static_cast<std::size_t>(std::popcount(form[0])) == size);
    forms[size].insert(form);
    group.climb(Words{state}, form);
    climbed[size].insert(form);
  }
  std::size_t least = 0, climbing = 0;
  for (std::size_t size = 0; size <= 12; ++size) {
    least += forms[size].size();
    climbing += climbed[size].size();
  }
  CHECK(least == 7 * 64);       // ones among the first six things, any of the other six
  CHECK(climbing < least / 2);  // 13 if no climb stopped early
}
