#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "base/state.hpp"
#include "bindings/csp.hpp"
#include "stages/policy_counts.hpp"
#include "stages/values.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace stages;

namespace {

void explore(StageGraph& graph, std::optional<std::uint32_t> depth, const Deadline& deadline) {
  switch (graph.explore(depth, deadline)) {
    case StageGraph::Explored::complete:
      return;
    case StageGraph::Explored::out_of_time:
      throw OutOfTime();
    case StageGraph::Explored::out_of_memory:
      throw std::bad_alloc();
  }
}

void check_solved(const StageGraph& graph, StageGraph::StateId state) {
  if (state >= graph.solved()) throw nb::index_error("the state's stage is not solved");
}

// The values of every node, with the order that numbers them.
struct ValueTable {
  StageOrder order;
  StageValues values;

  ValueTable(const StageGraph& graph, std::optional<std::uint32_t> horizon, Aim aim, const Deadline& deadline)
      : order(graph, horizon), values(order, aim, deadline) {}

  StageOrder::NodeId node(StageGraph::StateId state, std::uint32_t time) const {
    const auto found = order.node(state, time);
    if (!found) throw nb::index_error("the state cannot be met at that time");
    return *found;
  }
};

nb::list actions_of(const StageGraph& graph, StageGraph::StateId state) {
  check_solved(graph, state);
  nb::list found;
  for (const auto action : graph.actions(state)) {
    nb::list moves;
    for (const auto move : graph.moves(action)) moves.append(move);
    nb::list outcomes;
    for (const auto& outcome : graph.outcomes(action)) {
      const auto move = outcome.move == StageGraph::kNoMove ? -1 : static_cast<std::int64_t>(outcome.move);
      outcomes.append(nb::make_tuple(move, outcome.successor));
    }
    found.append(nb::make_tuple(nb::tuple(moves), outcomes));
  }
  return found;
}

nb::tuple policies_of(const StageGraph& graph, std::optional<std::uint32_t> horizon,
                      std::optional<double> seconds) {
  PolicyCounts found;
  if (graph.exchanges_players()) throw std::invalid_argument("policies are not counted where players change");
  {
    const nb::gil_scoped_release unlocked;
    found = count_policies(StageOrder(graph, horizon), deadline_of(seconds));
  }
  nb::dict counts;
  for (const auto& [utilities, count] : found.counts) {
    nb::list key;
    for (const auto utility : utilities) key.append(python_int(utility));
    counts[nb::tuple(key)] = python_int(count);
  }
  return nb::make_tuple(found.base, found.exponent, counts);
}

}  // namespace

void bind_stage_graph(nb::module_& module) {
  nb::exception<OutOfTime>(module, "OutOfTime", PyExc_TimeoutError);
  nb::exception<EndlessPlay>(module, "EndlessPlay", PyExc_RuntimeError);
  nb::enum_<Aim>(module, "Aim")
      .value("secured", Aim::secured)
      .value("worst", Aim::worst)
      .value("favourable", Aim::favourable)
      .value("total", Aim::total);
  nb::class_<ValueTable>(module, "StageValues",
                         "Exact values of the states of a game, by time if there is one.")
      .def_prop_ro("base", [](const ValueTable& self) { return self.values.base(); })
      .def_prop_ro("shift", [](const ValueTable& self) { return self.values.shift(); })
      .def(
          "value",
          [](const ValueTable& self, StageGraph::StateId state, std::uint32_t time) {
            const auto node = self.node(state, time);
            nb::list found;
            for (std::size_t player = 0; player < self.values.values_per_node(); ++player) {
              const auto value = self.values.value(node, player);
              found.append(nb::make_tuple(python_int(value.numerator), value.exponent));
            }
            return found;
          },
          "state"_a, "time"_a = 0,
          nb::sig("def value(self, state: int, time: int = 0) -> list[tuple[int, int]]"),
          "(n, e) per player, where n / base**e is the expected goal with `shift` added.")
      .def(
          "choice",
          [](const ValueTable& self, StageGraph::StateId state,
             std::uint32_t time) -> std::optional<std::uint32_t> {
            const auto choice = self.values.choice(self.node(state, time));
            return choice == StageValues::kNoChoice ? std::nullopt : std::optional(choice);
          },
          "state"_a, "time"_a = 0, "For Aim.total: which action is best; None where the play ends.");
  nb::class_<StageGraph>(
      module, "StageGraph",
      "The states a game can reach, each solved once as a stage. For one thread at a time.")
      .def(
          "__init__",
          [](StageGraph* self, std::shared_ptr<const StageTemplate> stage, std::int32_t chance_role,
             const State& initial, std::size_t most_bytes, std::shared_ptr<const symmetry::Canonical> group,
             bool exchange) {
            new (self) StageGraph(std::move(stage), chance_role, initial.words(), most_bytes,
                                  std::move(group), exchange);
          },
          "stage"_a, "chance_role"_a, "initial"_a, "most_bytes"_a = StageGraph::kMostBytes,
          "group"_a = nb::none(), "exchange"_a = false,
          "With a group, states but the first are canonical. With `exchange` it may exchange players, and "
          "has "
          "the roles after the moves; only values can be asked for then.")
      .def(
          "explore",
          [](StageGraph& self, std::optional<std::uint32_t> depth, std::optional<double> seconds) {
            const nb::gil_scoped_release unlocked;
            explore(self, depth, deadline_of(seconds));
          },
          "depth"_a = nb::none(), "seconds"_a = nb::none(),
          "Solves the stage of every state fewer than `depth` transitions away. Raises OutOfTime or "
          "MemoryError; may then be called again.")
      .def_prop_ro("state_count", &StageGraph::state_count)
      .def_prop_ro("solved", &StageGraph::solved, "States whose stage is solved: those below this number.")
      .def_prop_ro("bytes", &StageGraph::bytes)
      .def_prop_ro("counters", &StageGraph::counters)
      .def(
          "find", [](const StageGraph& self, const State& state) { return self.find(state.words()); },
          "state"_a)
      .def(
          "state",
          [](const StageGraph& self, StageGraph::StateId state) {
            if (state >= self.state_count()) throw nb::index_error("no such state");
            return State::of_words(self.stage().fluent_count(), self.words(state));
          },
          "number"_a)
      .def(
          "goals",
          [](const StageGraph& self, StageGraph::StateId state) -> std::optional<std::vector<std::int32_t>> {
            check_solved(self, state);
            if (!self.ends(state)) return std::nullopt;
            const auto goals = self.goals(state);
            return std::vector<std::int32_t>(goals.begin(), goals.end());
          },
          "state"_a, "Per player where the play ends; None where it goes on.")
      .def("actions", &actions_of, "state"_a,
           nb::sig("def actions(self, state: int) -> list[tuple[tuple[int, ...], list[tuple[int, int]]]]"),
           "The players' moves, with (chance's move or -1, successor) per outcome.")
      .def(
          "values",
          [](const StageGraph& self, Aim aim, std::optional<std::uint32_t> horizon,
             std::optional<double> seconds) {
            return std::make_unique<ValueTable>(self, horizon, aim, deadline_of(seconds));
          },
          "aim"_a, "horizon"_a = nb::none(), "seconds"_a = nb::none(), nb::keep_alive<0, 1>(),
          nb::call_guard<nb::gil_scoped_release>(),
          "Of a graph explored that far. Raises OutOfTime, EndlessPlay and OverflowError.")
      .def("count_policies", &policies_of, "horizon"_a = nb::none(), "seconds"_a = nb::none(),
           nb::sig("def count_policies(self, horizon: int | None = None, seconds: float | None = None) -> "
                   "tuple[int, int, dict[tuple[int, ...], int]]"),
           "(base, e, counts): how many policies bring the players which goals, times base**e. Raises "
           "OutOfTime, "
           "EndlessPlay and OverflowError.");
}

}  // namespace woodstock::bindings
