#include "stepper/stepper.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"
#include "stepper/simulation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace circuit;
using namespace stepper;

namespace {

using Moves = std::vector<std::uint32_t>;

void check_role(const Stepper& stepper, std::uint32_t role) {
  if (role >= stepper.role_count()) throw nb::index_error("no such role");
}

std::vector<std::int32_t> goals(Stepper& self, const State& state, std::uint32_t role) {
  check_role(self, role);
  self.load(state);
  return self.goals(role);
}

Simulation run(const Stepper& self, std::optional<std::uint64_t> playouts, std::optional<double> seconds,
               std::uint64_t seed, std::uint32_t threads, std::uint32_t max_steps,
               const std::optional<State>& from) {
  const SimulationLimits limits{playouts, deadline_of(seconds).at, max_steps};
  const nb::gil_scoped_release unlocked;
  return simulate(self.code(), from.value_or(self.initial()), limits, seed, threads);
}

template <auto statistic>
std::vector<std::optional<double>> per_role(const Simulation& self) {
  std::vector<std::optional<double>> values;
  for (const auto& goal : self.goals) values.push_back((goal.*statistic)());
  return values;
}

void bind_simulation(nb::module_& module) {
  nb::class_<Simulation>(module, "Simulation", "What a number of random games came to.")
      .def_ro("playouts", &Simulation::playouts)
      .def_ro("steps", &Simulation::steps)
      .def_ro("cut_short", &Simulation::cut_short, "Playouts that reached max_steps.")
      .def_ro("stuck", &Simulation::stuck, "Playouts that ended where some role has no legal move.")
      .def_prop_ro("mean_goals", &per_role<&Simulation::Goal::mean>,
                   "Per role, over playouts that ended with exactly one goal value; None without any.")
      .def_prop_ro("goal_deviations", &per_role<&Simulation::Goal::deviation>,
                   "Standard deviation of one playout's goal, per role.");
}

}  // namespace

void bind_stepper(nb::module_& module) {
  nb::exception<IllegalMove>(module, "IllegalMove", PyExc_ValueError);
  bind_simulation(module);
  nb::class_<Stepper>(module, "Stepper",
                      "A game's engine for one state at a time. Moves are numbered per role; going on from "
                      "the state asked about last, or one close to it, is cheap. For one thread at a time.")
      .def(
          "__init__",
          [](Stepper* self, const Circuit& circuit, bool split) {
            const nb::gil_scoped_release unlocked;
            new (self) Stepper(StepperCode(circuit, split));
          },
          "circuit"_a, "split"_a = true,
          "`split` allows to specialise the game for whose turn it is where that is faster.")
      .def(
          "copy", [](const Stepper& self) { return Stepper(self.code()); },
          nb::call_guard<nb::gil_scoped_release>(),
          "Another stepper of the same game, for another thread: cheap, the compiled game is shared.")
      .def_prop_ro("role_count", &Stepper::role_count)
      .def_prop_ro(
          "plan",
          [](const Stepper& self) {
            const auto& program = *self.code().planned;
            nb::typed<nb::dict, nb::str, nb::object> plan;
            plan["controls"] = program.plan().controls;
            plan["valuations"] = program.plan().valuations;
            plan["by_move"] = program.cases_by_move();
            plan["keep_goals"] = program.plan().keep_goals;
            plan["nodes"] = program.network().node_count();
            plan["edges"] = program.network().edge_count();
            return plan;
          },
          "How the game was compiled.")
      .def_prop_ro("work", &Stepper::work)
      .def("move_count", &Stepper::move_count, "role"_a)
      .def("initial", [](const Stepper& self) { return self.initial(); })
      .def(
          "legal",
          [](Stepper& self, const State& state, std::uint32_t role) {
            check_role(self, role);
            self.load(state);
            return self.legal(role);
          },
          "state"_a, "role"_a)
      .def(
          "play",
          [](Stepper& self, const State& state, const Moves& moves) {
            self.load(state);
            self.play(moves);
            return self.state();
          },
          "state"_a, "moves"_a, "The state after these moves, one per role. Raises IllegalMove.")
      .def(
          "terminal",
          [](Stepper& self, const State& state) {
            self.load(state);
            return self.terminal();
          },
          "state"_a)
      .def("goals", &goals, "state"_a, "role"_a, "Every goal value of the role that holds.")
      .def(
          "goal",
          [](Stepper& self, const State& state, std::uint32_t role) -> std::optional<std::int32_t> {
            const auto values = goals(self, state, role);
            return values.size() == 1 ? std::optional(values[0]) : std::nullopt;
          },
          "state"_a, "role"_a, "The role's goal value, or None if none or several hold.")
      .def(
          "percepts",
          [](Stepper& self, const State& state, const Moves& moves) {
            self.load(state);
            std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;
            for (const auto& p : self.percepts(moves)) rows.emplace_back(p.role, p.percept);
            return rows;
          },
          "state"_a, "moves"_a, "(role, percept) for all that is seen when these moves are played.")
      .def(
          "perft",
          [](const Stepper& self, const State& state, std::uint32_t depth) {
            const nb::gil_scoped_release unlocked;
            Stepper own(self.code());
            own.load(state);
            return own.perft(depth);
          },
          "state"_a, "depth"_a, "The number of sequences of `depth` joint moves.")
      .def("simulate", &run, "playouts"_a = nb::none(), "seconds"_a = nb::none(), nb::kw_only(), "seed"_a = 0,
           "threads"_a = 1, "max_steps"_a = 10'000, "state"_a = nb::none(),
           "Random games from `state` (the initial one by default) until a limit is reached. The same seed "
           "and "
           "number of playouts give the same result with any number of threads.");
}

}  // namespace woodstock::bindings
