#include "bindings/lane_outcome.hpp"

#include <cstdint>

#include "bindings/arrays.hpp"

namespace nb = nanobind;

namespace woodstock::bindings {

using namespace lanes;

namespace {

template <typename Member>
auto per_start(Member member, bool by_move, bool by_role) {
  return [=](nb::handle self) {
    const auto& outcome = nb::cast<const LaneOutcome&>(self);
    const auto starts = outcome.totals.playouts.size();
    const auto& values = outcome.totals.*member;
    const auto rows = values.empty() ? 0 : starts;
    if (by_move && by_role) return view(self, values, {rows, outcome.moves, outcome.roles});
    if (by_move) return view(self, values, {rows, outcome.moves});
    if (by_role) return view(self, values, {rows, outcome.roles});
    return view(self, values, {rows});
  };
}

template <auto member>
auto per_playout(nb::handle self) {
  const auto& values = nb::cast<const LaneOutcome&>(self).details.*member;
  return view(self, values, {values.size()});
}

}  // namespace

void bind_lane_outcome(nb::module_& module) {
  nb::class_<LaneOutcome>(module, "LaneOutcome",
                          "What playouts gave: sums per start, and details of single playouts if wanted.")
      .def_prop_ro("playouts", per_start(&LaneTotals::playouts, false, false), nb::rv_policy::automatic,
                   "Playouts per start.")
      .def_prop_ro("sums", per_start(&LaneTotals::sums, false, true), nb::rv_policy::automatic,
                   "Sum of goals per start and role.")
      .def_prop_ro("squares", per_start(&LaneTotals::squares, false, true), nb::rv_policy::automatic,
                   "Sum of squared goals per start and role.")
      .def_prop_ro("first_counts", per_start(&LaneTotals::first_counts, true, false),
                   nb::rv_policy::automatic, "Per start and move: playouts that began with the move.")
      .def_prop_ro("first_sums", per_start(&LaneTotals::first_sums, true, true), nb::rv_policy::automatic,
                   "Per start, move and role: sum of goals of these playouts.")
      .def_prop_ro("all_counts", per_start(&LaneTotals::all_counts, true, false), nb::rv_policy::automatic,
                   "Per start and move: playouts in which the move was played.")
      .def_prop_ro("all_sums", per_start(&LaneTotals::all_sums, true, true), nb::rv_policy::automatic,
                   "Per start, move and role: sum of goals of these playouts.")
      .def_prop_ro("steps", [](const LaneOutcome& o) { return o.totals.steps; })
      .def_prop_ro(
          "mean_length",
          [](const LaneOutcome& o) {
            std::uint64_t playouts = 0;
            for (const auto count : o.totals.playouts) playouts += count;
            return playouts == 0 ? 0.0 : static_cast<double>(o.totals.steps) / static_cast<double>(playouts);
          })
      .def_prop_ro(
          "unfinished", [](const LaneOutcome& o) { return o.totals.unfinished; },
          "Playouts cut off by max_steps.")
      .def_prop_ro(
          "undefined",
          [](nb::handle self) {
            const auto& o = nb::cast<const LaneOutcome&>(self);
            return view(self, o.totals.undefined, {o.totals.undefined.size()});
          },
          nb::rv_policy::automatic, "Per role: playouts without a goal or with several; they count as 0.")
      .def_prop_ro(
          "complete", [](const LaneOutcome& o) { return o.totals.complete; },
          "False if the time ran out: chunks of playouts under way are left out.")
      .def_prop_ro("start", &per_playout<&LaneDetails::start>, nb::rv_policy::automatic,
                   "Per playout: its start.")
      .def_prop_ro("lengths", &per_playout<&LaneDetails::length>, nb::rv_policy::automatic,
                   "Per playout: its steps, -1 if it was not played.")
      .def_prop_ro(
          "goals",
          [](nb::handle self) {
            const auto& o = nb::cast<const LaneOutcome&>(self);
            return view(self, o.details.goals, {o.details.length.size(), o.roles});
          },
          nb::rv_policy::automatic, "Per playout and role: its goal.")
      .def_prop_ro("legal", &per_playout<&LaneDetails::legal>, nb::rv_policy::automatic,
                   "Per playout: whether every prescribed move was legal.")
      .def_prop_ro(
          "states",
          [](nb::handle self) {
            const auto& d = nb::cast<const LaneOutcome&>(self).details;
            return view(self, d.states, {d.states.empty() ? 0 : d.length.size(), d.state_words});
          },
          nb::rv_policy::automatic, "Per playout: the words of its last state.")
      .def_prop_ro(
          "percepts",
          [](nb::handle self) {
            const auto& d = nb::cast<const LaneOutcome&>(self).details;
            return view(
                self, d.percepts,
                {d.percepts.size() == d.length.size() * d.prescribed_steps * d.percept_words ? d.length.size()
                                                                                             : 0,
                 d.prescribed_steps, d.percept_words});
          },
          nb::rv_policy::automatic,
          "Per playout and prescribed step: words whose bit p is percept output p of the circuit.");
}

}  // namespace woodstock::bindings
