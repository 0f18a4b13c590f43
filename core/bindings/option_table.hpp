// The options of a search for Python, whatever they are: `options["name"]`, and a function that lists them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/option_table.hpp"

namespace woodstock::bindings {

// One option as Python sees it.
struct OptionInfo {
  std::string name, unit, help;
  bool whole = false;
  double initial = 0, minimum = 0;
  std::optional<double> maximum;
};

template <typename Options>
void bind_options(nanobind::module_& module, const char* type, const char* list,
                  std::span<const search::OptionRow<Options>> table) {
  namespace nb = nanobind;
  using namespace nb::literals;
  if (!nb::type<OptionInfo>().is_valid())
    nb::class_<OptionInfo>(module, "OptionInfo", "An option of a search.")
        .def_ro("name", &OptionInfo::name)
        .def_ro("unit", &OptionInfo::unit)
        .def_ro("help", &OptionInfo::help)
        .def_ro("whole", &OptionInfo::whole, "Whether it is a whole number.")
        .def_ro("initial", &OptionInfo::initial)
        .def_ro("minimum", &OptionInfo::minimum)
        .def_ro("maximum", &OptionInfo::maximum);
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
        std::vector<OptionInfo> infos;
        for (const auto& row : table)
          infos.push_back({std::string(row.name), std::string(row.unit), std::string(row.help), row.whole(),
                           row.initial(), row.minimum,
                           std::isinf(row.maximum) ? std::nullopt : std::optional(row.maximum)});
        return infos;
      },
      "Every option, in the order of the help.");
}

}  // namespace woodstock::bindings
