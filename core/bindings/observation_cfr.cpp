#include "search/cfr/observation_cfr.hpp"

#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "search/cfr/best_response.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace search;
using namespace search::cfr;

void bind_observation_cfr(nb::module_& module) {
  nb::class_<Response>(module, "Response", "What a strategy is worth to a role, goals from 0 to 100.")
      .def_ro("value", &Response::value, "If all roles follow it.")
      .def_ro("best", &Response::best, "If the role answers the others' in the best way.");
  nb::class_<ObservationCfr, Search>(module, "ObservationCfr",
                                     "Regrets for each role and all that it has observed.")
      .def(
          "__init__",
          [](ObservationCfr* self, const Engines& engines, std::uint32_t role) {
            if (role >= engines.role_count()) throw nb::index_error("no such role");
            new (self) ObservationCfr(engines, role, Options{});
          },
          "engines"_a, "role"_a)
      .def(
          "responses",
          [](const ObservationCfr& self, const Engines& engines, std::uint64_t most_steps) {
            const nb::gil_scoped_release unlocked;
            const auto strategy = [&](auto key, auto moves, auto& shares) {
              self.mean_strategy(key, moves, shares);
            };
            return BestResponse(engines, strategy, most_steps).all();
          },
          "engines"_a, "most_steps"_a = 10'000'000,
          "What the mean strategy is worth to each role, and what the best answer to it is, exactly. "
          "ValueError if the game has more plays than that.");
}

}  // namespace woodstock::bindings
