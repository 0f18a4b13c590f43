#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "base/state.hpp"
#include "bindings/csp.hpp"
#include "stages/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace circuit;
using namespace csp;
using namespace stages;

namespace {

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

}  // namespace

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
            new (self) StageTemplate(circuit.playable(), groups);
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
           "inference"_a = Search::Inference::arc_consistency, "filter"_a = Filter{})
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
      .def_prop_ro("counters", [](const StageSolver& self) { return self.propagation().counters(); })
      .def_prop_ro("bytes", [](const StageSolver& self) { return self.propagation().bytes(); });
}

}  // namespace woodstock::bindings
