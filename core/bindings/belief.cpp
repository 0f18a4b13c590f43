#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <optional>

#include "belief/progress.hpp"
#include "belief/track.hpp"
#include "bindings/bindings.hpp"
#include "search/belief_game/belief_search.hpp"
#include "search/belief_game/expected_moves.hpp"
#include "search/engines.hpp"
#include "search/kind.hpp"
#include "search/mac_ucb/mac_ucb.hpp"
#include "search/opinion.hpp"
#include "search/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace belief;
using namespace lanes;
using namespace search;
using namespace search::belief_game;
using namespace search::mac_ucb;

namespace {

const std::shared_ptr<const Lanes>& lanes_of(const Engines& engines, std::uint32_t role) {
  if (role >= engines.role_count()) throw nb::index_error("no such role");
  if (!engines.lanes) throw nb::value_error("beliefs are followed in lanes: make engines with them");
  return engines.lanes;
}

// Of the time for a step: to ask a search about every state. The rest is for the step itself.
constexpr double kForOpinions = 0.3;

// What a search thinks of others, if it goes by observations.
Opinion* opinion_of(Search* search) {
  auto* const members = dynamic_cast<RootParallel*>(search);
  return dynamic_cast<Opinion*>(members == nullptr ? search : &members->first());
}

Track step(Progress& self, const Track& track, std::optional<std::uint32_t> own,
           const std::vector<std::uint32_t>& percepts, std::size_t states, std::size_t pairs,
           std::uint64_t seed, std::optional<double> seconds, Search* others) {
  StepLimits limits{.states = states, .pairs = pairs, .seed = seed};
  if (seconds) limits.deadline = Deadline::in(*seconds);
  const nb::gil_scoped_release unlocked;
  auto* const opinion = opinion_of(others);
  const auto policy =
      opinion == nullptr ? Policy() : expected_moves(track, *opinion, limits.deadline.part(kForOpinions));
  return {self.step(track.belief(), {own, percepts}, limits, policy), track};
}

Track of_states(const std::vector<State>& states, const std::vector<double>& weights, bool exact) {
  if (states.empty() || states.size() != weights.size())
    throw nb::value_error("one weight for each state, and at least one state");
  Gathering gathering(states[0].word_count());
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].word_count() != states[0].word_count() || !(weights[i] > 0) || !std::isfinite(weights[i]))
      throw nb::value_error("states of one game, each with a weight above 0");
    if (gathering.add(states[i].words(), weights[i]) != i) throw nb::value_error("states must be distinct");
  }
  auto belief = gathering.belief();
  belief.set_exact(exact);
  return Track(std::move(belief));
}

// Distinct states of a draw, with how often each was drawn.
std::vector<std::pair<std::uint32_t, std::uint32_t>> draw(const Track& track, std::size_t count,
                                                          std::uint64_t seed) {
  Random random(seed);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  for (const auto i : track.belief().draw(count, random)) {
    if (found.empty() || found.back().first != i) found.emplace_back(i, 0);
    ++found.back().second;
  }
  return found;
}

void bind_track(nb::module_& module) {
  nb::class_<Track>(module, "Track",
                    "The states a match may be in, with their probabilities and how they came about.")
      .def("__len__", [](const Track& self) { return self.belief().size(); })
      .def_prop_ro(
          "exact", [](const Track& self) { return self.belief().exact(); },
          "Whether these are all states that are possible.")
      .def_prop_ro("bytes", &Track::bytes)
      .def_static("of", &of_states, "states"_a, "weights"_a, "exact"_a, "A track that begins with these.")
      .def(
          "state",
          [](const Track& self, std::size_t state, std::uint32_t fluent_count) {
            if (state >= self.belief().size()) throw nb::index_error("no such state");
            return State::of_words(fluent_count, self.belief().state(state));
          },
          "state"_a, "fluent_count"_a)
      .def(
          "weight",
          [](const Track& self, std::size_t state) {
            if (state >= self.belief().size()) throw nb::index_error("no such state");
            return self.belief().weights()[state];
          },
          "state"_a)
      .def("draw", &draw, "count"_a, "seed"_a,
           "Numbers of states that stand for all, with how often each is drawn, `count` times in all.")
      .def(
          "line",
          [](const Track& self, std::uint32_t state) {
            if (state >= self.belief().size()) throw nb::index_error("no such state");
            auto line = self.line(state);
            return std::make_pair(line.first, std::move(line.moves));
          },
          "state"_a, "The number of the state it began with, and the joint moves since.");
}

}  // namespace

void bind_belief(nb::module_& module) {
  bind_track(module);
  nb::class_<Progress>(module, "Progress", "Follows what one role does and sees; for one thread at a time.")
      .def(
          "__init__",
          [](Progress* self, const Engines& engines, std::uint32_t role) {
            new (self) Progress(lanes_of(engines, role), role);
          },
          "engines"_a, "role"_a)
      .def("initial", [](const Progress& self) { return Track(self.initial()); })
      .def(
          "step", &step, "track"_a, "own"_a.none(), "percepts"_a, nb::kw_only(),
          "states"_a = StepLimits().states, "pairs"_a = StepLimits().pairs, "seed"_a = 0,
          "seconds"_a = nb::none(), "others"_a = nb::none(),
          "What is believed after the role's own move (by number, None if unknown) and its percepts (by\n"
          "number). Empty if that cannot have happened. Beyond `states` states, or `pairs` of a state and a\n"
          "joint move, a sample. Hidden moves of other roles are all alike, unless `others` is a search "
          "that\n"
          "goes by observations: then they are as likely as it expects.");
  nb::class_<BeliefSearch, Search>(module, "BeliefSearch",
                                   "A search over beliefs, for games whose players know the same.")
      .def(
          "set_belief", [](BeliefSearch& self, const Track& track) { self.set_belief(track.belief()); },
          "track"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("exact", &BeliefSearch::exact, "Whether no sample stood for a belief.")
      .def_prop_ro("solved", &BeliefSearch::solved, "Whether the belief was solved without a tree.")
      .def_prop_ro("bytes", &BeliefSearch::bytes, "Memory of the beliefs.");
  module.def(
      "belief_search",
      [](const Engines& engines, std::uint32_t role, const Kind& kind, const Kind::Settings& settings,
         double solving) {
        const auto& lanes = lanes_of(engines, role);
        const nb::gil_scoped_release unlocked;
        return std::make_unique<BeliefSearch>(
            lanes, role,
            [kind, settings](const Engines& beliefs, std::uint32_t watcher) {
              return kind.make(beliefs, watcher, settings);
            },
            solving);
      },
      "engines"_a, "role"_a, "kind"_a, "settings"_a = Kind::Settings(), "solving"_a = 0.0,
      "A search of some kind over beliefs; `solving` is the share of a run for solving the belief exactly.");
  module.def(
      "belief_mac_ucb",
      [](const Engines& engines, std::uint32_t role, const mac_ucb::Options& options, double solving) {
        const auto& lanes = lanes_of(engines, role);
        const nb::gil_scoped_release unlocked;
        return std::make_unique<BeliefSearch>(
            lanes, role,
            [options](const Engines& beliefs, std::uint32_t watcher) {
              return std::make_unique<MacUcb>(beliefs.lanes, watcher, options, ExpanderFactory(),
                                              EvaluatorFactory(), nullptr, beliefs.positions);
            },
            solving);
      },
      "engines"_a, "role"_a, "options"_a = mac_ucb::Options(), "solving"_a = 0.0, "MAC-UCB over beliefs.");
}

}  // namespace woodstock::bindings
