#include "bindings/csp.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "csp/sac.hpp"
#include "csp/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace csp;

namespace {

void check_variable(const Propagation& propagation, VariableId x) {
  if (x >= propagation.domains().count()) throw nb::index_error("no such variable");
}

void check_value(const Propagation& propagation, VariableId x, ValueId a) {
  check_variable(propagation, x);
  if (a >= propagation.domains().initial_size(x)) throw nb::index_error("no such value");
}

void bind_problem(nb::module_& module) {
  nb::class_<Csp>(module, "Csp", "Variables by the size of their domains, and tables over them.")
      .def(nb::init<>())
      .def_ro("sizes", &Csp::sizes)
      .def_prop_ro("table_count", [](const Csp& self) { return self.tables.size(); })
      .def("add_variable", &Csp::add_variable, "size"_a)
      .def(
          "add_table",
          [](Csp& self, std::vector<VariableId> scope, std::vector<std::int32_t> cells,
             const TableSets& sets) { self.add_table(table_of(std::move(scope), std::move(cells), sets)); },
          "scope"_a, "cells"_a, "sets"_a = TableSets{},
          "Rows one after another. A cell is a value, -1 for any value, or -2 - i for sets[i], which is "
          "(complement, values).")
      .def(
          "scope", [](const Csp& self, std::uint32_t t) { return self.tables.at(t).scope; }, "table"_a)
      .def(
          "cells", [](const Csp& self, std::uint32_t t) { return self.tables.at(t).cells; }, "table"_a)
      .def(
          "sets",
          [](const Csp& self, std::uint32_t t) {
            TableSets sets;
            for (const auto& set : self.tables.at(t).sets) sets.emplace_back(set.complement, set.values);
            return sets;
          },
          "table"_a);
}

template <auto change>
bool changed(Propagation& self, VariableId x, ValueId a) {
  check_value(self, x, a);
  return (self.*change)(x, a);
}

template <auto question>
auto of_variable(const Propagation& self, VariableId x) {
  check_variable(self, x);
  return (self.domains().*question)(x);
}

void bind_propagation(nb::module_& module) {
  nb::enum_<Filter> filters(module, "Filter");
  for (const auto& kind : propagator_kinds()) filters.value(kind.name, filter_named(kind.name));
  nb::enum_<Search::Inference>(module, "Inference")
      .value("arc_consistency", Search::Inference::arc_consistency)
      .value("forward_checking", Search::Inference::forward_checking);
  nb::class_<Counters>(module, "Counters")
      .def_ro("nodes", &Counters::nodes)
      .def_ro("propagations", &Counters::propagations);
  nb::class_<SacResult>(module, "SacResult")
      .def_ro("consistent", &SacResult::consistent)
      .def_ro("complete", &SacResult::complete)
      .def_ro("passes", &SacResult::passes);
  nb::class_<Propagation>(module, "Propagation",
                          "Arc consistency with a trail: push, assign or remove, propagate, pop. Propagate "
                          "before pushing again.")
      .def(nb::init<Csp, Filter>(), "csp"_a, "filter"_a = Filter{})
      .def_prop_ro("depth", &Propagation::depth)
      .def("push", &Propagation::push)
      .def("pop",
           [](Propagation& self) {
             if (self.depth() == 0) throw nb::value_error("nothing to pop");
             self.pop();
           })
      .def("assign", &changed<&Propagation::assign>, "variable"_a, "value"_a)
      .def("remove", &changed<&Propagation::remove>, "variable"_a, "value"_a)
      .def(
          "propagate", [](Propagation& self) { return self.propagate(); },
          nb::call_guard<nb::gil_scoped_release>())
      .def("domain", &of_variable<&Domains::values>, "variable"_a)
      .def("size", &of_variable<&Domains::size>, "variable"_a)
      .def(
          "singleton_consistency",
          [](Propagation& self, std::optional<double> seconds) {
            return enforce_sac(self, deadline_of(seconds));
          },
          "seconds"_a = nb::none(), nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("counters", &Propagation::counters)
      .def_prop_ro("bytes", &Propagation::bytes);
  nb::class_<csp::Search>(
      module, "CspSearch",
      "Enumerates solutions one at a time from the propagation's present domains; an iterator of "
      "lists of values.")
      .def(nb::init<Propagation&, std::vector<VariableId>, Search::Inference>(), "propagation"_a,
           "first"_a = std::vector<VariableId>{}, "inference"_a = Search::Inference::arc_consistency,
           nb::keep_alive<1, 2>())
      .def(
          "next",
          [](Search& self, std::optional<double> seconds) -> std::optional<std::vector<ValueId>> {
            Step step;
            {
              const nb::gil_scoped_release unlocked;
              step = self.next(deadline_of(seconds));
            }
            if (step == Step::timed_out) raise_timeout("the search ran out of time");
            if (step == Step::exhausted) return std::nullopt;
            return self.assignment();
          },
          "seconds"_a = nb::none(),
          "The next solution, or None after the last. Raises TimeoutError; the search may go on afterwards.")
      .def(
          "__iter__", [](nb::object self) { return self; }, nb::sig("def __iter__(self) -> CspSearch"))
      .def("__next__", [](Search& self) {
        Step step;
        {
          const nb::gil_scoped_release unlocked;
          step = self.next();
        }
        if (step != Step::solution) throw nb::stop_iteration();
        return self.assignment();
      });
}

}  // namespace

void bind_csp(nb::module_& module) {
  bind_problem(module);
  bind_propagation(module);
  bind_stage(module);
  bind_policy(module);
  bind_stage_graph(module);
}

}  // namespace woodstock::bindings
