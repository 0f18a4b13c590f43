#include "search/minimax/minimax.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>

#include "bindings/bindings.hpp"
#include "bindings/option_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace search;
using namespace search::learning;
using namespace search::minimax;

void bind_minimax(nb::module_& module) {
  bind_options<minimax::Options>(module, "MinimaxOptions", "minimax_options", minimax::option_table());
  nb::class_<Minimax, Search>(module, "Minimax", "Full-width search with a learned evaluation.")
      .def(
          "__init__",
          [](Minimax* self, const Engines& engines, std::uint32_t role,
             std::shared_ptr<const LinearEvaluation> evaluation, const minimax::Options& options) {
            if (role >= engines.role_count()) throw nb::index_error("no such role");
            const nb::gil_scoped_release unlocked;
            new (self) Minimax(engines, role, std::move(evaluation), options);
          },
          "engines"_a, "role"_a, "evaluation"_a = nb::none(), "options"_a = minimax::Options(),
          "Without an evaluation only proofs tell states apart.")
      .def("set_evaluation", &Minimax::set_evaluation, "evaluation"_a.none(),
           nb::call_guard<nb::gil_scoped_release>(), "Go on with another one; the table is forgotten.");
}

}  // namespace woodstock::bindings
