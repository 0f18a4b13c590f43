#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "base/state.hpp"
#include "base/thread_time.hpp"
#include "bindings/bindings.hpp"
#include "symmetry/canonical.hpp"
#include "symmetry/image_keys.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace symmetry;

namespace {

using Rows = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

std::shared_ptr<Canonical> canonical(std::uint32_t fluents, std::uint32_t moves,
                                     const std::vector<Rows>& generators, std::size_t most) {
  const nb::gil_scoped_release unlocked;
  std::vector<Permutation> permutations;
  permutations.reserve(generators.size());
  for (const auto& [fluent_row, move_row] : generators) permutations.push_back({fluent_row, move_row});
  return std::make_shared<Canonical>(fluents, moves, std::move(permutations), most);
}

State form_of(const Canonical& self, const State& state) {
  if (state.word_count() != self.word_count()) throw nb::value_error("a state of another game");
  std::vector<std::uint64_t> image(state.word_count());
  self.climb(state.words(), image);
  return State::of_words(state.fluent_count(), image);
}

std::size_t keep(const Canonical& self, const State& state) {
  if (state.word_count() != self.word_count()) throw nb::value_error("a state of another game");
  return self.keep(state.words());
}

// Nanoseconds of CPU time of a form, from nothing and from the state before: plays as a search meets them.
std::pair<double, double> nanoseconds(const Canonical& self, const std::vector<State>& play,
                                      std::uint32_t rounds) {
  const nb::gil_scoped_release unlocked;
  std::vector<std::uint64_t> image(self.word_count());
  ImageKeys keys(self);
  const auto total = static_cast<double>(rounds) * static_cast<double>(play.size());
  const auto begin = thread_seconds();
  for (std::uint32_t round = 0; round < rounds; ++round)
    for (const auto& state : play) {
      keys.set(state.words());
      self[keys.least()].map(state.words(), image);
    }
  const auto middle = thread_seconds();
  for (std::uint32_t round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i + 1 < play.size(); ++i) {
      keys.set(play[i].words());
      // Successors of a state are looked at together, about this many of them.
      for (int sibling = 0; sibling < 16; ++sibling)
        self[keys.least(play[i + 1].words())].map(play[i + 1].words(), image);
    }
  const auto end = thread_seconds();
  return {1e9 * (middle - begin) / total, 1e9 * (end - middle) / (16 * (total - rounds))};
}

}  // namespace

void bind_symmetry(nb::module_& module) {
  nb::class_<Canonical>(module, "Canonical", "Canonical forms of states under a group of symmetries.")
      .def(nb::new_(&canonical), "fluents"_a, "moves"_a, "generators"_a, "most"_a = kMostElements,
           "Generators say where each fluent and each move goes, moves counted over all roles.")
      .def_prop_ro("order", &Canonical::order, "Of the group that forms are the least under.")
      .def_prop_ro("whole", &Canonical::whole, "Whether all generators are in that group.")
      .def("form", &form_of, "state"_a)
      .def("keep", &keep, "state"_a, "How many elements of that group keep a state.")
      .def("nanoseconds", &nanoseconds, "play"_a, "rounds"_a,
           "Of a form, from nothing and from the state before it in a play.");
}

}  // namespace woodstock::bindings
