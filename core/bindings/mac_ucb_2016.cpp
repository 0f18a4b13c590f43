#include "search/mac_ucb_2016/mac_ucb_2016.hpp"

#include <nanobind/stl/shared_ptr.h>

#include "bindings/bindings.hpp"
#include "bindings/option_table.hpp"
#include "search/engines.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace search;
using namespace search::mac_ucb_2016;

void bind_mac_ucb_2016(nb::module_& module) {
  bind_options<Options>(module, "MacUcb2016Options", "mac_ucb_2016_options", option_table());
  nb::class_<MacUcb2016, Search>(module, "MacUcb2016", "MAC-UCB as printed: Koriche et al. 2016, 2017 (RIA).")
      .def(
          "__init__",
          [](MacUcb2016* self, const Engines& engines, std::uint32_t role,
             std::shared_ptr<stages::StageTemplate> stage, const Options& options,
             csp::Search::Inference inference, bool lanes) {
            if (role >= engines.role_count()) throw nb::index_error("no such role");
            if (lanes && !engines.lanes) throw nb::value_error("playouts in lanes need engines with lanes");
            const nb::gil_scoped_release unlocked;
            new (self) MacUcb2016(engines, std::move(stage), role, options, inference,
                                  lanes ? MacUcb2016::Sampling::kLanes : MacUcb2016::Sampling::kNetwork);
          },
          "engines"_a, "role"_a, "stage"_a, "options"_a = Options(),
          "inference"_a = csp::Search::Inference::arc_consistency, "lanes"_a = false,
          "Stages are solved by MAC or forward checking; playouts are in the network or in lanes.")
      .def_prop_ro("counters", &MacUcb2016::counters, "Of the searches for policies.")
      .def_prop_ro("threshold", &MacUcb2016::threshold, "θ, 0 to 1.")
      .def_prop_ro("pruned", &MacUcb2016::pruned, "By the confidence values of chance's moves.");
}

}  // namespace woodstock::bindings
