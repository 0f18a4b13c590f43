#include "base/state.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

namespace {

std::vector<std::uint64_t> words_of(const State& state) {
  const auto words = state.words();
  return {words.begin(), words.end()};
}

std::string text_of(const State& state) {
  std::string text = "State(" + std::to_string(state.fluent_count()) + ", [";
  std::string separator;
  for (const auto fluent : state.fluents()) {
    text += separator + std::to_string(fluent);
    separator = ", ";
  }
  return text + "])";
}

}  // namespace

void bind_state(nb::module_& module) {
  nb::class_<State>(module, "State",
                    "The fluents that hold, as an immutable bitset with a 64-bit Zobrist hash.")
      .def(
          "__init__",
          [](State* self, std::uint32_t fluent_count, const std::vector<std::uint32_t>& fluents) {
            new (self) State(fluent_count, fluents);
          },
          "fluent_count"_a, "fluents"_a)
      .def_static(
          "of_words",
          [](std::uint32_t fluent_count, const std::vector<std::uint64_t>& words) {
            return State::of_words(fluent_count, words);
          },
          "fluent_count"_a, "words"_a, "The state whose fluent f is bit f % 64 of word f // 64.")
      .def_prop_ro("fluent_count", &State::fluent_count)
      .def_prop_ro("words", &words_of)
      .def_prop_ro("hash", &State::hash, "The 64-bit Zobrist hash.")
      .def("fluents", &State::fluents, "The numbers of the fluents that hold, ascending.")
      .def(
          "holds",
          [](const State& self, std::uint32_t fluent) {
            if (fluent >= self.fluent_count()) throw nb::index_error("no such fluent");
            return self.holds(fluent);
          },
          "fluent"_a)
      .def("__hash__", [](const State& self) { return static_cast<std::int64_t>(self.hash() >> 4); })
      .def(
          "__eq__",
          [](const State& self, nb::handle other) {
            return nb::isinstance<State>(other) && self == nb::cast<const State&>(other);
          },
          "other"_a.none())
      .def("__repr__", &text_of)
      .def("__getstate__",
           [](const State& self) { return std::make_tuple(self.fluent_count(), words_of(self)); })
      .def("__setstate__",
           [](State& self, const std::tuple<std::uint32_t, std::vector<std::uint64_t>>& saved) {
             new (&self) State(State::of_words(std::get<0>(saved), std::get<1>(saved)));
           });
}

}  // namespace woodstock::bindings
