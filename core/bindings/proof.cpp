#include "search/proof/proof.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace search;
using namespace search::proof;

namespace {

Engine engine_of(const std::string& name) {
  if (name == "measured") return Engine::kMeasured;
  if (name == "lanes") return Engine::kLanes;
  if (name == "stepper") return Engine::kStepper;
  throw nb::value_error("engine is measured, lanes or stepper");
}

const char* name_of(Engine engine) {
  return engine == Engine::kLanes ? "lanes" : engine == Engine::kStepper ? "stepper" : "measured";
}

Budget budget_of(std::optional<double> seconds, std::optional<std::uint64_t> nodes, const StopFlag* stop) {
  Budget budget;
  budget.deadline = deadline_of(seconds).at;
  budget.simulations = nodes;
  budget.stop = stop;
  return budget;
}

SearchEnd run(ProofSearch& self, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
              const StopFlag* stop) {
  const auto budget = budget_of(seconds, nodes, stop);
  const nb::gil_scoped_release unlocked;
  return self.run(budget);
}

SearchEnd probe(ProofSearch& self, std::uint32_t move, std::optional<double> seconds,
                std::optional<std::uint64_t> nodes, const StopFlag* stop) {
  const auto budget = budget_of(seconds, nodes, stop);
  const nb::gil_scoped_release unlocked;
  return self.probe(move, budget);
}

}  // namespace

void bind_proof(nb::module_& module) {
  const proof::Options usual;
  nb::class_<proof::Move>(module, "ProofMove", "What is proven about one of the role's moves.")
      .def_ro("move", &proof::Move::move, "Its number within the role.")
      .def_ro("low", &proof::Move::low, "The goal that it secures.")
      .def_ro("high", &proof::Move::high, "The goal that the others can hold it to.")
      .def_ro("low_depth", &proof::Move::low_depth, "Joint moves within which that was shown; 0: it was not.")
      .def_ro("high_depth", &proof::Move::high_depth)
      .def_ro("depth", &proof::Move::depth, "That it was searched to.")
      .def_ro("nodes", &proof::Move::nodes)
      .def_ro("line", &proof::Move::line, "Joint moves that a decided move leads to, itself the first.");
  nb::class_<proof::Report>(module, "ProofReport", "What is proven about a root.")
      .def_ro("moves", &proof::Report::moves)
      .def_ro("least", &proof::Report::least, "Of the role's goals.")
      .def_ro("most", &proof::Report::most)
      .def_ro("depth", &proof::Report::depth)
      .def_ro("nodes", &proof::Report::nodes)
      .def_ro("decided", &proof::Report::decided, "Deeper search would not change what to play.")
      .def_ro("against", &proof::Report::against, "Whether the others were taken to play against the role.");
  nb::class_<ProofSearch>(module, "ProofSearch",
                          "Forced results near a root: a full-width search, deepening.")
      .def(
          "__init__",
          [](ProofSearch* self, const Engines& engines, std::uint32_t role, bool exact,
             std::optional<bool> against, bool thorough, std::uint32_t depth, std::uint32_t table_bits,
             const std::string& engine) {
            if (role >= engines.role_count()) throw nb::index_error("no such role");
            if (table_bits > 28) throw nb::value_error("table_bits is at most 28");
            const proof::Options options{exact, against, thorough, depth, table_bits, engine_of(engine)};
            const nb::gil_scoped_release unlocked;
            new (self) ProofSearch(engines, role, options);
          },
          "engines"_a, "role"_a, nb::kw_only(), "exact"_a = usual.exact, "against"_a = usual.against,
          "thorough"_a = usual.thorough, "depth"_a = usual.depth, "table_bits"_a = usual.table_bits,
          "engine"_a = name_of(usual.engine))
      .def("set_root", &ProofSearch::set_root, "state"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("set_depth", &ProofSearch::set_depth, "depth"_a, "Joint moves looked ahead at most, from now on.")
      .def("run", &run, nb::kw_only(), "seconds"_a = nb::none(), "nodes"_a = nb::none(),
           "stop"_a = nb::none(), "Search until the budget is spent, the flag is set or nothing is open.")
      .def("probe", &probe, "move"_a, nb::kw_only(), "seconds"_a = nb::none(), "nodes"_a = nb::none(),
           "stop"_a = nb::none(), "Look into one of the role's moves alone: whether it is refuted.")
      .def("report", &ProofSearch::report, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro(
          "engine", [](const ProofSearch& self) { return name_of(self.engine()); },
          "What makes successors: lanes, stepper, or measured as long as that is open.");
}

}  // namespace woodstock::bindings
