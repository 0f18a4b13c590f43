#include "search/factored/factored.hpp"

#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace search;
using namespace search::factored;

void bind_factored(nb::module_& module) {
  nb::class_<Board>(module, "Board", "A board of a game with its search.")
      .def(
          "__init__",
          [](Board* self, Search& search, proof::ProofSearch* proof, std::vector<std::uint32_t> fluents,
             std::vector<std::uint32_t> representative) {
            new (self) Board{&search, proof, std::move(fluents), std::move(representative)};
          },
          "search"_a, "proof"_a.none(), "fluents"_a, "representative"_a, nb::keep_alive<1, 2>(),
          nb::keep_alive<1, 3>());
  nb::class_<FactoredSearch, Search>(module, "FactoredSearch",
                                     "Boards that are played at the same time, searched one by one.")
      .def(nb::init<const Engines&, std::uint32_t, std::vector<Board>, double>(), "engines"_a, "role"_a,
           "boards"_a, "share"_a, nb::keep_alive<1, 4>());
}

}  // namespace woodstock::bindings
