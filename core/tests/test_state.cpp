#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "woodstock/random.hpp"
#include "woodstock/state.hpp"
#include "woodstock/zobrist.hpp"

using namespace woodstock;

namespace {

std::vector<std::uint32_t> random_fluents(Random& random, std::uint32_t count) {
  std::vector<std::uint32_t> fluents;
  for (std::uint32_t f = 0; f < count; ++f)
    if (random.below(3) == 0) fluents.push_back(f);
  return fluents;
}

void values_survive_copies(std::uint32_t count) {
  Random random(count);
  const auto fluents = random_fluents(random, count);
  const State state(count, fluents);
  CHECK(state.fluents() == fluents);
  std::uint64_t hash = 0;
  for (const auto f : fluents) hash ^= zobrist(f);
  CHECK(state.hash() == hash);
  CHECK(State::of_words(count, state.words()) == state);

  State copy(state);
  CHECK(copy == state);
  State moved(std::move(copy));
  CHECK(moved == state);
  State assigned(3, std::vector<std::uint32_t>{1});
  assigned = moved;
  CHECK(assigned == state && moved == state);
  assigned = State(700, std::vector<std::uint32_t>{699});
  CHECK(assigned.holds(699) && !assigned.holds(698));
  assigned = std::move(moved);
  CHECK(assigned == state && assigned.fluents() == fluents);
  auto& self = assigned;
  assigned = self;
  CHECK(assigned == state);

  std::unordered_set<State, StateHash> known{state};
  CHECK(known.contains(assigned));
  if (count > 0) {
    auto words = std::vector<std::uint64_t>(state.words().begin(), state.words().end());
    words.back() ^= std::uint64_t{1} << (count - 1) % 64;
    const auto other = State::of_words(count, words);
    CHECK(!(other == state));
    CHECK(other.hash() == (state.hash() ^ zobrist(count - 1)));
  }
}

template <typename Exception, typename Action>
bool throws(Action action) {
  try {
    action();
  } catch (const Exception&) {
    return true;
  }
  return false;
}

}  // namespace

int main() {
  for (const auto count : {0U, 1U, 63U, 64U, 65U, 256U, 257U, 1000U}) values_survive_copies(count);
  const std::vector<std::uint8_t> bytes{1, 0, 1};
  CHECK(State::of_bytes(bytes).fluents() == (std::vector<std::uint32_t>{0, 2}));
  CHECK(State(3, std::vector<std::uint32_t>{1, 1}) == State(3, std::vector<std::uint32_t>{1}));
  CHECK(throws<std::out_of_range>([] { State(3, std::vector<std::uint32_t>{3}); }));
  CHECK(throws<std::invalid_argument>([] { State::of_words(3, std::vector<std::uint64_t>{8}); }));
  CHECK(throws<std::invalid_argument>([] { State::of_words(3, std::vector<std::uint64_t>{1, 0}); }));
  return finish();
}
