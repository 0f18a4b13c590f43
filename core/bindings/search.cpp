#include "search/search.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"
#include "bindings/kinds.hpp"
#include "search/engines.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace circuit;
using namespace search;

namespace {

SearchEnd run(Search& self, std::optional<double> seconds, std::optional<std::uint64_t> simulations,
              const StopFlag* stop, std::uint32_t threads, std::uint64_t seed, std::size_t memory) {
  const Budget budget{.deadline = deadline_of(seconds).at,
                      .simulations = simulations,
                      .stop = stop,
                      .threads = threads,
                      .seed = seed,
                      .memory = memory};
  const nb::gil_scoped_release unlocked;
  return self.run(budget);
}

using PossibleState = std::tuple<State, double, std::vector<std::vector<std::uint32_t>>>;

bool set_worlds(Search& self, const std::vector<PossibleState>& possible) {
  const nb::gil_scoped_release unlocked;
  std::vector<World> worlds;
  for (const auto& [state, weight, line] : possible) worlds.push_back({state, weight, line});
  return !worlds.empty() && self.set_worlds(worlds);
}

void bind_report(nb::module_& module) {
  nb::class_<MoveReport>(module, "MoveReport", "What a search thinks of one of its role's moves.")
      .def_ro("move", &MoveReport::move, "Its number within the role.")
      .def_ro("visits", &MoveReport::visits)
      .def_ro("values", &MoveReport::values, "Goals per role, 0 to 100; empty if never tried.")
      .def_ro("proven", &MoveReport::proven)
      .def_ro("weight", &MoveReport::weight, "How likely the search is to play it.");
  nb::class_<WorkTime>(module, "WorkTime", "How the threads' working time divides, in seconds.")
      .def_ro("solving", &WorkTime::solving, "Stages.")
      .def_ro("sampling", &WorkTime::sampling, "Playouts.")
      .def_ro("symmetry", &WorkTime::symmetry, "Canonical forms.");
  nb::class_<SearchReport>(module, "SearchReport", "What a search knows about its root.")
      .def_ro("moves", &SearchReport::moves)
      .def_ro("chosen", &SearchReport::chosen, "Index in `moves` of the one to play.")
      .def_ro("values", &SearchReport::values)
      .def_ro("proven", &SearchReport::proven)
      .def_ro("samples", &SearchReport::samples)
      .def_ro("stages", &SearchReport::stages)
      .def_ro("nodes", &SearchReport::nodes)
      .def_ro("depth", &SearchReport::depth)
      .def_ro("images", &SearchReport::images, "Successors that were images of others, of `forms`.")
      .def_ro("forms", &SearchReport::forms, "Canonical forms since the search was made.")
      .def_ro("work", &SearchReport::work)
      .def_ro(
          "forms_used", &SearchReport::forms_used,
          "Whether canonical forms are used below this root: where enough of its moves are images of others.")
      .def_ro("line", &SearchReport::line, "Expected joint moves, one move per role.");
}

void bind_successor(nb::module_& module) {
  nb::class_<Successor>(module, "Successor", "A stage of a search's tree below another one.")
      .def_ro("moves", &Successor::moves, "Per role; -1 where a role does nothing.")
      .def_ro("state", &Successor::state)
      .def_ro("values", &Successor::values, "Goals per role, 0 to 100; empty if nothing is known.")
      .def_ro("samples", &Successor::samples)
      .def_ro("proven", &Successor::proven);
}

void bind_kinds(nb::module_& module) {
  nb::class_<OptionInfo>(module, "OptionInfo", "An option of a search.")
      .def_ro("name", &OptionInfo::name)
      .def_ro("unit", &OptionInfo::unit)
      .def_ro("help", &OptionInfo::help)
      .def_ro("whole", &OptionInfo::whole, "Whether it is a whole number.")
      .def_ro("initial", &OptionInfo::initial)
      .def_ro("minimum", &OptionInfo::minimum)
      .def_ro("maximum", &OptionInfo::maximum);
  nb::class_<Kind>(module, "SearchKind", "A sort of search that players are made of.")
      .def_ro("name", &Kind::name)
      .def_ro("summary", &Kind::summary)
      .def_ro("source", &Kind::source, "Paper and section.")
      .def_ro("options", &Kind::options)
      .def(
          "make",
          [](const Kind& self, const Engines& engines, std::uint32_t role, const Kind::Settings& settings) {
            const nb::gil_scoped_release unlocked;
            return self.make(engines, role, settings);
          },
          "engines"_a, "role"_a, "settings"_a = Kind::Settings(),
          "A search of one role; `settings` are values of options by name.");
  module.def("search_kinds", &kinds);
}

}  // namespace

void bind_search(nb::module_& module) {
  // A search in a daemon thread may outlive the interpreter, which is no leak worth a page of warnings.
  nb::set_leak_warnings(false);
  nb::enum_<SearchEnd>(module, "SearchEnd")
      .value("deadline", SearchEnd::kDeadline)
      .value("simulations", SearchEnd::kSimulations)
      .value("stopped", SearchEnd::kStopped)
      .value("solved", SearchEnd::kSolved);
  nb::class_<StopFlag>(module, "StopFlag", "Ends a search from another thread.")
      .def(nb::init<>())
      .def("set", &StopFlag::set)
      .def("clear", &StopFlag::clear)
      .def_prop_ro("is_set", &StopFlag::is_set);
  bind_report(module);
  bind_successor(module);
  nb::class_<Search>(module, "Search", "A search of one role of one game; for one thread at a time.")
      .def("set_root", &Search::set_root, "state"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Go on from this state, keeping what is known about it.")
      .def_prop_ro("takes_worlds", &Search::takes_worlds)
      .def("set_worlds", &set_worlds, "worlds"_a,
           "Go on from all that is possible: states, each with its probability and the joint moves that led "
           "to it "
           "(none: not known), the likeliest first. False if the search knows of one state only.")
      .def("run", &run, nb::kw_only(), "seconds"_a = nb::none(), "simulations"_a = nb::none(),
           "stop"_a = nb::none(), "threads"_a = 1, "seed"_a = 0, "memory"_a = std::size_t{1} << 30,
           "Search until the budget is spent, the flag is set or the root is solved. `memory` is in bytes.")
      .def("set_symmetry", &Search::set_symmetry, "group"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Use these symmetries from the next root on; False if the search has no use for them.")
      .def("report", &Search::report, nb::call_guard<nb::gil_scoped_release>())
      .def("successors", &Search::successors, "state"_a, "depth"_a, nb::call_guard<nb::gil_scoped_release>(),
           "What the tree holds below one of its stages, `depth` joint moves from the root.");
  nb::class_<Engines>(module, "Engines", "A game compiled for searches; any number of them may share it.")
      .def(nb::init<const Circuit&, bool>(), "circuit"_a, "lanes"_a = true,
           nb::call_guard<nb::gil_scoped_release>())
      .def("without_lanes", &Engines::without_lanes, "The same, working on one state at a time.")
      .def(
          "new_stepper", [](const Engines& engines) { return stepper::Stepper(engines.stepper); },
          nb::call_guard<nb::gil_scoped_release>(), "Cheap: it shares the compiled game.")
      .def(
          "decisive",
          [](const Engines& engines, std::uint32_t policy) {
            if (!engines.lanes || policy >= lanes::kLanePolicies) return 0U;
            return static_cast<std::uint32_t>(
                engines.lanes->decisive().available(static_cast<lanes::LanePolicy>(policy)));
          },
          "policy"_a, nb::call_guard<nb::gil_scoped_release>(),
          "What option `decisive` of a search comes to in this game: 0 where it costs too much.");
  bind_kinds(module);
}

}  // namespace woodstock::bindings
