#include "lanes/lanes.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"
#include "bindings/lane_outcome.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace circuit;
using namespace lanes;

namespace {

using Words1 = nb::ndarray<const std::uint64_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using Words2 = nb::ndarray<const std::uint64_t, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<const std::uint32_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using Moves2 = nb::ndarray<const std::int32_t, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;
using Moves3 = nb::ndarray<const std::int32_t, nb::shape<-1, -1, -1>, nb::c_contig, nb::device::cpu>;

LaneLimits limits_of(std::uint32_t max_steps, std::optional<double> seconds) {
  LaneLimits limits;
  limits.max_steps = max_steps;
  if (const auto deadline = deadline_of(seconds).at) limits.deadline = *deadline;
  return limits;
}

std::vector<LaneStart> starts_of(const Lanes& lanes, const Words2& states, const Counts& playouts,
                                 const std::optional<Moves3>& prescribed) {
  if (states.shape(1) != lanes.state_words())
    throw std::invalid_argument("a state has " + std::to_string(lanes.state_words()) + " words, not " +
                                std::to_string(states.shape(1)));
  if (states.shape(0) != playouts.shape(0))
    throw std::invalid_argument("states and playouts differ in length");
  if (prescribed &&
      (prescribed->shape(0) != states.shape(0) || prescribed->shape(2) != lanes.circuit().role_count()))
    throw std::invalid_argument("prescribed must have the shape (starts, steps, roles)");
  std::vector<LaneStart> starts;
  for (std::size_t s = 0; s < states.shape(0); ++s) {
    LaneStart start{{states.data() + s * states.shape(1), states.shape(1)}, playouts.data()[s]};
    if (prescribed) {
      const auto width = prescribed->shape(1) * prescribed->shape(2);
      start.prescribed = {prescribed->data() + s * width, width};
      for (const auto move : start.prescribed)
        if (move >= static_cast<std::int64_t>(lanes.circuit().move_count()))
          throw std::invalid_argument("prescribed move " + std::to_string(move) + " does not exist");
    }
    starts.push_back(start);
  }
  return starts;
}

LanePolicy policy_of(std::uint32_t number) {
  if (number >= kLanePolicies) throw std::invalid_argument("a policy of playouts is 0, 1 or 2");
  return static_cast<LanePolicy>(number);
}

std::vector<std::uint64_t> initial_words(const Lanes& lanes) {
  std::vector<std::uint64_t> words(lanes.state_words(), 0);
  for (std::uint32_t f = 0; f < lanes.circuit().fluent_count(); ++f)
    if (lanes.circuit().initial[f]) words[f / 64] |= std::uint64_t{1} << (f % 64);
  return words;
}

LaneOutcome run(const Lanes& lanes, const Words2& states, const Counts& playouts, std::uint64_t seed,
                std::uint32_t threads, std::uint32_t max_steps, std::optional<double> seconds,
                const std::optional<Moves3>& prescribed, const LaneWants& wants) {
  const auto starts = starts_of(lanes, states, playouts, prescribed);
  LaneOutcome outcome{{}, {}, lanes.circuit().role_count(), lanes.circuit().move_count()};
  const nb::gil_scoped_release release;
  outcome.totals = lanes.run(starts, seed, limits_of(max_steps, seconds), threads, wants,
                             wants.per_playout() ? &outcome.details : nullptr);
  return outcome;
}

std::tuple<bool, Array<std::int32_t>, Array<std::int32_t>, Array<std::uint64_t>, Array<std::uint8_t>,
           Array<std::int32_t>>
expand(const Lanes& lanes, const Words1& state, std::size_t limit) {
  if (state.shape(0) != lanes.state_words()) throw std::invalid_argument("a state of another game");
  LaneExpansion expansion;
  {
    const nb::gil_scoped_release release;
    const auto scratch = make_lane_scratch();
    lanes.expand(*scratch, {state.data(), state.shape(0)}, expansion, limit);
  }
  const auto joint = expansion.successor_terminal.size();
  const std::size_t roles = lanes.circuit().role_count();
  return std::make_tuple(expansion.terminal, copied(std::move(expansion.goals), {roles}),
                         copied(std::move(expansion.moves), {joint, roles}),
                         copied(std::move(expansion.successors), {joint, lanes.state_words()}),
                         copied(std::move(expansion.successor_terminal), {joint}),
                         copied(std::move(expansion.successor_goals), {joint, roles}));
}

std::tuple<Array<std::uint64_t>, Array<std::uint64_t>, Array<std::uint8_t>, Array<std::int32_t>,
           Array<std::uint64_t>, Array<std::uint64_t>>
evaluate(const Lanes& lanes, const Words2& states, const Moves2& moves) {
  if (states.shape(1) != lanes.state_words() || moves.shape(1) != lanes.circuit().role_count() ||
      states.shape(0) != moves.shape(0))
    throw std::invalid_argument("states must have the shape (pairs, words), moves (pairs, roles)");
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves.data()[i] >= static_cast<std::int64_t>(lanes.circuit().move_count()))
      throw std::invalid_argument("move " + std::to_string(moves.data()[i]) + " does not exist");
  LaneEvaluation result;
  {
    const nb::gil_scoped_release release;
    result = lanes.evaluate({states.data(), states.size()}, {moves.data(), moves.size()});
  }
  const std::size_t pairs = states.shape(0), roles = moves.shape(1);
  const auto width = [&](std::size_t bits) { return (bits + 63) / 64; };
  return std::make_tuple(copied(std::move(result.legal), {pairs, width(lanes.circuit().move_count())}),
                         copied(std::move(result.next), {pairs, lanes.state_words()}),
                         copied(std::move(result.terminal), {pairs}),
                         copied(std::move(result.goals), {pairs, roles}),
                         copied(std::move(result.percepts), {pairs, width(lanes.circuit().percepts.size())}),
                         copied(std::move(result.goal_values), {pairs, width(lanes.circuit().goals.size())}));
}

}  // namespace

void bind_lanes(nb::module_& module) {
  nb::class_<Phases>(module, "Phases",
                     "Fluents that cycle on their own, and the valuations they pass through.")
      .def(
          "__init__",
          [](Phases* self, const Circuit& circuit, std::uint32_t limit) {
            new (self) Phases(circuit.playable(), limit);
          },
          "circuit"_a, "limit"_a = 8)
      .def_prop_ro("count", &Phases::count)
      .def_prop_ro(
          "fluents",
          [](const Phases& p) { return std::vector<std::uint32_t>(p.fluents().begin(), p.fluents().end()); })
      .def("successor", &Phases::successor, "phase"_a)
      .def(
          "values",
          [](const Phases& p, std::uint32_t phase) {
            if (phase >= p.count()) throw nb::index_error("no such phase");
            return std::vector<std::uint8_t>(p.values(phase).begin(), p.values(phase).end());
          },
          "phase"_a)
      .def(
          "find", [](const Phases& p, const Words1& state) { return p.find({state.data(), state.shape(0)}); },
          nb::arg("state").noconvert(), "The phase of a state, or `count` if it is in none.");
  bind_lane_outcome(module);
  nb::class_<Lanes>(
      module, "Lanes",
      "256 playouts at once, one per bit. A state is an array of uint64 words: fluent f is bit\n"
      "f % 64 of word f // 64. Results depend on the seed, not on the number of threads.")
      .def(
          "__init__",
          [](Lanes* self, const Circuit& circuit, const std::string& executor, std::uint32_t phase_limit) {
            const auto chosen = lane_executor(executor);
            const nb::gil_scoped_release release;
            new (self) Lanes(circuit, chosen, phase_limit);
          },
          "circuit"_a, "executor"_a = "auto", "phase_limit"_a = 8)
      .def_prop_ro("executor", [](const Lanes& lanes) { return std::string(lanes.executor()); })
      .def_prop_ro("phases", &Lanes::phases, nb::rv_policy::reference_internal)
      .def_prop_ro(
          "initial", [](const Lanes& lanes) { return copied(initial_words(lanes), {lanes.state_words()}); },
          nb::rv_policy::automatic, "The words of the initial state.")
      .def(
          "available_policy",
          [](const Lanes& lanes, std::uint32_t policy) {
            return static_cast<std::uint32_t>(lanes.decisive().available(policy_of(policy)));
          },
          "policy"_a, nb::call_guard<nb::gil_scoped_release>(), "What a policy comes to in this game.")
      .def(
          "run",
          [](const Lanes& lanes, const Words2& states, const Counts& playouts, std::uint64_t seed,
             std::uint32_t threads, std::uint32_t max_steps, std::optional<double> seconds,
             const std::optional<Moves3>& prescribed, bool details, bool last_states, bool percepts,
             bool first_moves, bool all_moves, std::uint32_t policy) {
            return run(lanes, states, playouts, seed, threads, max_steps, seconds, prescribed,
                       {details, last_states, percepts, first_moves, all_moves, 0, policy_of(policy)});
          },
          nb::arg("states").noconvert(), nb::arg("playouts").noconvert(), "seed"_a, nb::kw_only(),
          "threads"_a = 1, "max_steps"_a = 4096, "seconds"_a = nb::none(),
          nb::arg("prescribed").noconvert() = nb::none(), "details"_a = false, "last_states"_a = false,
          "percepts"_a = false, "first_moves"_a = false, "all_moves"_a = false, "policy"_a = 0,
          "Random playouts: playouts[i] (uint32) from states[i] (uint64 words). prescribed[i, step, role]\n"
          "(int32) fixes moves of the first steps, -1 leaves the choice random. policy 0: uniform; 1: moves "
          "that win at once are\n"
          "taken; 2: and moves that let the next role do so are avoided.")
      .def(
          "simulate",
          [](const Lanes& lanes, std::uint32_t playouts, std::uint64_t seed, std::uint32_t threads,
             std::uint32_t max_steps, std::optional<double> seconds, std::uint32_t policy) {
            const auto words = initial_words(lanes);
            const LaneStart start{words, playouts};
            LaneOutcome outcome{{}, {}, lanes.circuit().role_count(), lanes.circuit().move_count()};
            const nb::gil_scoped_release release;
            LaneWants wants;
            wants.policy = policy_of(policy);
            outcome.totals = lanes.run({&start, 1}, seed, limits_of(max_steps, seconds), threads, wants);
            return outcome;
          },
          "playouts"_a, "seed"_a, nb::kw_only(), "threads"_a = 1, "max_steps"_a = 4096,
          "seconds"_a = nb::none(), "policy"_a = 0, "Random playouts from the initial state.")
      .def(
          "sample",
          [](const Lanes& lanes, const Words2& states, const Counts& playouts, std::uint64_t seed,
             std::uint32_t max_steps, std::uint32_t repeat, std::uint32_t policy) {
            const auto starts = starts_of(lanes, states, playouts, std::nullopt);
            LaneOutcome outcome{{}, {}, lanes.circuit().role_count(), lanes.circuit().move_count()};
            const nb::gil_scoped_release release;
            const auto scratch = make_lane_scratch();
            LaneWants wants;
            wants.policy = policy_of(policy);
            for (std::uint32_t i = 0; i < repeat; ++i)
              lanes.sample(*scratch, starts, seed + i, outcome.totals, limits_of(max_steps, {}), wants);
            return outcome;
          },
          nb::arg("states").noconvert(), nb::arg("playouts").noconvert(), "seed"_a, nb::kw_only(),
          "max_steps"_a = 4096, "repeat"_a = 1, "policy"_a = 0,
          "A small batch in one piece, as searches use it; `repeat` times with seeds seed, seed + 1, …, the\n"
          "last of which is returned (for measurements).")
      .def("expand", &expand, nb::arg("state").noconvert(), "limit"_a = 1U << 20,
           "(terminal, goals, joint moves, successors, their terminal flags, their goals) of a state.")
      .def("evaluate", &evaluate, nb::arg("states").noconvert(), nb::arg("moves").noconvert(),
           "(legal, next, terminal, goals, percepts, goal values) for pairs of a state and one legal move "
           "per role.\n"
           "Sets are words with one bit per move, fluent, percept output or goal output of the circuit. A "
           "goal is\n"
           "-1 unless it has exactly one value.");
}

}  // namespace woodstock::bindings
