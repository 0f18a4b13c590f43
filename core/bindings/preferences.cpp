#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"
#include "search/engines.hpp"
#include "search/learning/preference_learner.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace lanes;
using namespace search;
using namespace search::learning;

void bind_preferences(nb::module_& module) {
  nb::class_<PreferredPlay>(module, "PreferredPlay", "Random moves by preference, for playouts in lanes.")
      .def_prop_ro("price", &PreferredPlay::price, "Row operations of a step, in relation to even choice.")
      .def(
          "ranking",
          [](const PreferredPlay& self, std::uint32_t move) {
            if (move >= self.rankings().size()) throw nb::index_error("no such move");
            std::vector<std::tuple<std::int32_t, std::uint32_t, std::uint32_t, std::uint8_t>> nodes;
            for (const auto& node : self.rankings()[move].nodes)
              nodes.emplace_back(node.fluent, node.without, node.with, node.rank);
            return nodes;
          },
          "move"_a,
          "The decision tree of a move, numbered over all roles: by node a fluent, where to go without and "
          "with it,\nand of leaves (fluent -1) the rank, 0 the best.");
  nb::class_<PreferenceLearner>(module, "PreferenceLearner", "Learns which moves playouts should prefer.")
      .def(
          "__init__",
          [](PreferenceLearner* self, const Engines& engines, double rate, std::uint32_t leaves,
             std::uint64_t seed) {
            if (!engines.lanes) throw nb::value_error("preferences are of lanes: make engines with them");
            new (self) PreferenceLearner(engines.lanes, {.rate = rate, .leaves = leaves}, seed);
          },
          "engines"_a, nb::kw_only(), "rate"_a = PreferenceOptions().rate,
          "leaves"_a = PreferenceOptions().leaves, "seed"_a = 0)
      .def(
          "collect",
          [](PreferenceLearner& self, std::optional<double> seconds, const StopFlag* stop) {
            Budget budget;
            budget.deadline = deadline_of(seconds).at;
            budget.stop = stop;
            const nb::gil_scoped_release unlocked;
            return self.collect(budget);
          },
          nb::kw_only(), "seconds"_a = nb::none(), "stop"_a = nb::none(),
          "Value the moves of some states more; False if time ran out.")
      .def("improve", nb::overload_cast<>(&PreferenceLearner::improve),
           nb::call_guard<nb::gil_scoped_release>(), "Preferences by what was collected since the last time.")
      .def_prop_ro("samples", &PreferenceLearner::samples, "Moves valued since the last time.")
      .def_prop_ro("length", &PreferenceLearner::length, "Steps of a random playout, in the mean.")
      .def_prop_ro("states", &PreferenceLearner::states, "States valued in all.")
      .def("preferred", &PreferenceLearner::preferred, "What playouts prefer; None before the first time.");
}

}  // namespace woodstock::bindings
