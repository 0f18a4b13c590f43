#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "bindings.hpp"
#include "woodstock/csp/sac.hpp"
#include "woodstock/csp/search.hpp"
#include "woodstock/csp/stage_solver.hpp"
#include "woodstock/state.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

namespace {

using namespace csp;

using Sets = std::vector<std::pair<bool, std::vector<ValueId>>>;

Deadline deadline_of(std::optional<double> seconds) {
  return seconds ? Deadline::in(*seconds) : Deadline::never();
}

void check_variable(const Propagation& engine, VariableId x) {
  if (x >= engine.domains().count()) throw nb::index_error("no such variable");
}

void check_value(const Propagation& engine, VariableId x, ValueId a) {
  check_variable(engine, x);
  if (a >= engine.domains().initial_size(x)) throw nb::index_error("no such value");
}

[[noreturn]] void raise_timeout(const char* what) {
  PyErr_SetString(PyExc_TimeoutError, what);
  throw nb::python_error();
}

void bind_problem(nb::module_& module) {
  nb::class_<Csp>(module, "Csp", "Variables by the size of their domains, and tables over them.")
      .def(nb::init<>())
      .def_ro("sizes", &Csp::sizes)
      .def_prop_ro("table_count", [](const Csp& self) { return self.tables.size(); })
      .def("add_variable", &Csp::add_variable, "size"_a)
      .def(
          "add_table",
          [](Csp& self, std::vector<VariableId> scope, std::vector<std::int32_t> cells, const Sets& sets) {
            Table table{std::move(scope), std::move(cells), {}};
            for (const auto& [complement, values] : sets) table.sets.push_back({complement, values});
            self.add_table(std::move(table));
          },
          "scope"_a, "cells"_a, "sets"_a = Sets{},
          "Rows one after another. A cell is a value, -1 for any value, or -2 - i for sets[i], which is "
          "(complement, values).")
      .def(
          "scope", [](const Csp& self, std::uint32_t t) { return self.tables.at(t).scope; }, "table"_a)
      .def(
          "cells", [](const Csp& self, std::uint32_t t) { return self.tables.at(t).cells; }, "table"_a)
      .def(
          "sets",
          [](const Csp& self, std::uint32_t t) {
            Sets sets;
            for (const auto& set : self.tables.at(t).sets) sets.emplace_back(set.complement, set.values);
            return sets;
          },
          "table"_a)
      .def(
          "satisfied",
          [](const Csp& self, const std::vector<ValueId>& values) {
            if (values.size() != self.sizes.size()) throw nb::value_error("one value per variable is needed");
            return self.satisfied(values);
          },
          "values"_a);
}

void bind_propagation(nb::module_& module) {
  nb::enum_<Filter>(module, "Filter")
      .value("compact_table", Filter::compact_table)
      .value("str2", Filter::str2);
  nb::enum_<Search::Inference>(module, "Inference")
      .value("arc_consistency", Search::Inference::arc_consistency)
      .value("forward_checking", Search::Inference::forward_checking);
  nb::class_<Counters>(module, "Counters")
      .def_ro("nodes", &Counters::nodes)
      .def_ro("propagations", &Counters::propagations)
      .def_ro("scanned", &Counters::scanned, "Words of live rows met (Compact-Table), rows visited (STR2).");
  nb::class_<SacResult>(module, "SacResult")
      .def_ro("consistent", &SacResult::consistent)
      .def_ro("complete", &SacResult::complete)
      .def_ro("removed", &SacResult::removed)
      .def_ro("passes", &SacResult::passes);
  nb::class_<Propagation>(module, "Propagation",
                          "Arc consistency with a trail: push, assign or remove, propagate, pop. Propagate "
                          "before pushing again.")
      .def(nb::init<Csp, Filter>(), "csp"_a, "filter"_a = Filter::compact_table)
      .def_prop_ro("depth", &Propagation::depth)
      .def("push", &Propagation::push)
      .def("pop",
           [](Propagation& self) {
             if (self.depth() == 0) throw nb::value_error("nothing to pop");
             self.pop();
           })
      .def(
          "assign",
          [](Propagation& self, VariableId x, ValueId a) {
            check_value(self, x, a);
            return self.assign(x, a);
          },
          "variable"_a, "value"_a)
      .def(
          "remove",
          [](Propagation& self, VariableId x, ValueId a) {
            check_value(self, x, a);
            return self.remove(x, a);
          },
          "variable"_a, "value"_a)
      .def(
          "propagate", [](Propagation& self) { return self.propagate(); },
          nb::call_guard<nb::gil_scoped_release>())
      .def(
          "domain",
          [](const Propagation& self, VariableId x) {
            check_variable(self, x);
            return self.domains().values(x);
          },
          "variable"_a)
      .def(
          "size",
          [](const Propagation& self, VariableId x) {
            check_variable(self, x);
            return self.domains().size(x);
          },
          "variable"_a)
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
      "Enumerates solutions one at a time from the engine's present domains; an iterator of "
      "lists of values.")
      .def(nb::init<Propagation&, std::vector<VariableId>, Search::Inference>(), "engine"_a,
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
      .def("reset", &Search::reset)
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

struct Solution {
  std::vector<std::uint32_t> moves;
  State next;
};

void inject(StageSolver& self, const State& state) {
  if (state.fluent_count() != self.stage().fluent_count())
    throw nb::value_error("the state belongs to another game");
  if (!self.inject(state.words()))
    throw nb::value_error(
        "the state breaks a mutex group of the network; use a network with Boolean fluents");
}

void bind_stage(nb::module_& module) {
  nb::enum_<StageVariable>(module, "StageVariable")
      .value("fluent", StageVariable::fluent)
      .value("next", StageVariable::next)
      .value("action", StageVariable::action)
      .value("terminal", StageVariable::terminal)
      .value("score", StageVariable::score)
      .value("auxiliary", StageVariable::auxiliary);
  nb::enum_<StageTable>(module, "StageTable")
      .value("definition", StageTable::definition)
      .value("legal", StageTable::legal)
      .value("next", StageTable::next)
      .value("terminal", StageTable::terminal)
      .value("goal", StageTable::goal);
  module.attr("NO_FLUENT") = StageTemplate::kNoFluent;
  nb::class_<StageTemplate>(module, "StageTemplate", "The one-stage network of a game as tables.")
      .def(
          "__init__",
          [](StageTemplate* self, const Circuit& circuit,
             const std::vector<std::vector<std::uint32_t>>& groups) {
            const nb::gil_scoped_release unlocked;
            new (self) StageTemplate(circuit, groups);
          },
          "circuit"_a, "groups"_a = std::vector<std::vector<std::uint32_t>>{},
          "Exactly one fluent of each group must hold in every state, or at most one where the group ends "
          "with "
          "NO_FLUENT; fluents in no group become Booleans.")
      .def_prop_ro("csp", &StageTemplate::csp, nb::rv_policy::reference_internal)
      .def_prop_ro("role_count", &StageTemplate::role_count)
      .def_prop_ro("members", &StageTemplate::members,
                   "Per fluent variable, the fluents its values stand for.")
      .def("fluent_variable", &StageTemplate::fluent_variable, "number"_a)
      .def("next_variable", &StageTemplate::next_variable, "number"_a)
      .def("action", &StageTemplate::action, "role"_a)
      .def_prop_ro("terminal", &StageTemplate::terminal)
      .def("score", &StageTemplate::score, "role"_a)
      .def("score_values", &StageTemplate::score_values, "role"_a)
      .def("kind", &StageTemplate::kind, "variable"_a)
      .def("table_kind", &StageTemplate::table_kind, "table"_a)
      .def("node", &StageTemplate::node, "variable"_a)
      .def(
          "literal",
          [](const StageTemplate& self, std::uint32_t node) -> nb::object {
            const auto literal = self.literal(node);
            if (!literal) return nb::none();
            return nb::make_tuple(literal->variable, literal->value, literal->negated);
          },
          "node"_a, nb::sig("def literal(self, node: int) -> tuple[int, int, bool] | None"),
          "(variable, value, negated): the condition that carries a node of the circuit.")
      .def_prop_ro("state_tables", &StageTemplate::state_tables);
  nb::class_<Solution>(module, "StageSolution")
      .def_ro("moves", &Solution::moves, "One per role, numbered per role.")
      .def_ro("next", &Solution::next);
  nb::class_<StageSolver>(module, "StageSolver",
                          "Solves the stage of one state after another. For one thread at a time.")
      .def(nb::init<std::shared_ptr<const StageTemplate>, Search::Inference, Filter>(), "stage"_a,
           "inference"_a = Search::Inference::arc_consistency, "filter"_a = Filter::compact_table)
      .def(
          "solve",
          [](StageSolver& self, const State& state, std::optional<double> seconds) {
            std::vector<Solution> found;
            auto late = false;
            inject(self, state);
            {
              const nb::gil_scoped_release unlocked;
              const auto deadline = deadline_of(seconds);
              for (auto step = Step::solution; !self.terminal();) {
                step = self.next(deadline);
                late = step == Step::timed_out;
                if (step != Step::solution) break;
                const auto joint = self.joint_action();
                found.push_back({{joint.begin(), joint.end()},
                                 State::of_words(self.stage().fluent_count(), self.successor())});
              }
              self.release();
            }
            if (late) raise_timeout("the stage was not solved in time");
            return found;
          },
          "state"_a, "seconds"_a = nb::none(),
          "Every joint action with its successor; nothing for a terminal state. Raises TimeoutError.")
      .def(
          "terminal",
          [](StageSolver& self, const State& state) {
            inject(self, state);
            const auto ends = self.terminal();
            self.release();
            return ends;
          },
          "state"_a)
      .def(
          "scores",
          [](StageSolver& self, const State& state) {
            inject(self, state);
            std::vector<std::optional<std::int32_t>> scores;
            for (std::uint32_t role = 0; role < self.stage().role_count(); ++role)
              scores.push_back(self.score(role));
            self.release();
            return scores;
          },
          "state"_a, "Per role the goal value that holds; None if none or several do.")
      .def(
          "legal",
          [](StageSolver& self, const State& state, bool singleton) {
            inject(self, state);
            std::vector<std::vector<std::uint32_t>> legal(self.stage().role_count());
            if (self.settle() && (!singleton || self.singleton_consistency().consistent))
              for (std::uint32_t role = 0; role < legal.size(); ++role) legal[role] = self.legal(role);
            self.release();
            return legal;
          },
          "state"_a, "singleton"_a = false,
          "The actions that arc consistency (or singleton arc consistency) leaves each role.")
      .def(
          "benchmark",
          [](StageSolver& self, const std::vector<State>& states, double seconds) {
            const nb::gil_scoped_release unlocked;
            const auto deadline = Deadline::in(seconds);
            std::uint64_t stages = 0;
            std::uint64_t solutions = 0;
            while (!states.empty() && !deadline.passed())
              for (const auto& state : states) {
                if (deadline.passed()) break;
                if (!self.inject(state.words())) continue;
                auto step = self.terminal() ? Step::exhausted : Step::solution;
                while (step == Step::solution) {
                  step = self.next(deadline);
                  if (step == Step::solution) ++solutions;
                }
                if (step == Step::exhausted) ++stages;
              }
            self.release();
            return std::pair(stages, solutions);
          },
          "states"_a, "seconds"_a,
          "(stages, solutions) solved in the time, going through the states in turn.")
      .def_prop_ro("counters", [](const StageSolver& self) { return self.engine().counters(); })
      .def_prop_ro("bytes", [](const StageSolver& self) { return self.engine().bytes(); });
}

}  // namespace

void bind_csp(nb::module_& module) {
  bind_problem(module);
  bind_propagation(module);
  bind_stage(module);
}

}  // namespace woodstock::bindings
