// The options of a search for Python, whatever they are: `options["name"]`, and a function that lists them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <string>
#include <vector>

#include "search/option_table.hpp"

namespace woodstock::bindings {

template <typename Options>
void bind_options(nanobind::module_& module, const char* type, const char* list,
                  std::span<const search::OptionRow<Options>> table) {
  namespace nb = nanobind;
  using namespace nb::literals;
  const auto called = [table](const std::string& name) -> const search::OptionRow<Options>& {
    try {
      return option_called(table, name);
    } catch (const std::out_of_range& error) {
      throw nb::key_error(error.what());
    }
  };
  nb::class_<Options>(module, type, "The options of a search, by name.")
      .def(nb::init<>())
      .def(
          "__getitem__",
          [called](const Options& self, const std::string& name) { return called(name).get(self); }, "name"_a)
      .def(
          "__setitem__",
          [called](Options& self, const std::string& name, double value) { called(name).set(self, value); },
          "name"_a, "value"_a);
  module.def(
      list,
      [table] {
        std::vector<search::OptionInfo> infos;
        for (const auto& row : table) infos.push_back(row.info());
        return infos;
      },
      "Every option, in the order of the help.");
}

}  // namespace woodstock::bindings
