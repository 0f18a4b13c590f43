#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"
#include "bindings/option_table.hpp"
#include "search/learning/duel.hpp"
#include "search/learning/learner.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace search;
using namespace search::learning;

namespace {

Budget budget_of(std::optional<double> seconds, std::optional<std::uint64_t> positions,
                 const StopFlag* stop) {
  Budget budget;
  budget.deadline = deadline_of(seconds).at;
  budget.simulations = positions;
  budget.stop = stop;
  return budget;
}

// A pattern, and where its features stand among all: one for every number of its fluents that hold.
struct PatternFeatures {
  std::vector<std::uint32_t> fluents;
  std::uint32_t kind;
  std::vector<std::uint32_t> own, shared;
};

std::vector<PatternFeatures> patterns_of(const LinearEvaluation& self) {
  std::vector<PatternFeatures> found;
  const auto& patterns = self.patterns();
  for (std::uint32_t number = 0; number < patterns.size(); ++number) {
    const auto& pattern = patterns.all()[number];
    auto& features = found.emplace_back(PatternFeatures{pattern.fluents, pattern.kind, {}, {}});
    for (std::int32_t held = 1; held <= static_cast<std::int32_t>(pattern.fluents.size()); ++held) {
      features.own.push_back(self.fluents() + patterns.own_feature(number, held));
      features.shared.push_back(self.fluents() + patterns.shared_feature(number, held));
    }
  }
  return found;
}

// First fluent, second one, feature.
using PairFeature = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

std::vector<PairFeature> pairs_of(const LinearEvaluation& self) {
  std::vector<PairFeature> found;
  auto feature = self.first_pair();
  for (const auto& pair : self.pairs().all()) found.emplace_back(pair.first, pair.second, feature++);
  return found;
}

using Numbers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<Pair> pairs_from(const Numbers& numbers) {
  std::vector<Pair> pairs;
  for (const auto& [first, second] : numbers) pairs.push_back({first, second});
  return pairs;
}

void check_fits(const LinearEvaluation& evaluation, const State& state) {
  if (state.fluent_count() < evaluation.fluents()) throw nb::value_error("the state is of another game");
}

void bind_evaluation(nb::module_& module) {
  nb::class_<PatternFeatures>(module, "PatternFeatures", "A pattern and the numbers of its features.")
      .def_ro("fluents", &PatternFeatures::fluents)
      .def_ro("kind", &PatternFeatures::kind, "Patterns of one kind share what is learned.")
      .def_ro("own", &PatternFeatures::own, "By how many of its fluents hold, from one on.")
      .def_ro("shared", &PatternFeatures::shared, "The same for all of its kind.");
  nb::class_<LinearEvaluation>(module, "LinearEvaluation", "What states are worth, by weights of features.")
      .def_prop_ro("contexts", [](const LinearEvaluation& self) { return self.contexts().count(); })
      .def_prop_ro(
          "context_fluents",
          [](const LinearEvaluation& self) {
            const auto fluents = self.contexts().fluents();
            return std::vector<std::uint32_t>(fluents.begin(), fluents.end());
          },
          "The fluents that tell who is to move; the last context is where none of them holds.")
      .def_prop_ro("heads", &LinearEvaluation::heads)
      .def_prop_ro("patterns", &patterns_of, "The patterns that count.")
      .def_prop_ro("pairs", &pairs_of, "Fluents that count together, with the number of their feature.")
      .def(
          "with_pairs",
          [](const LinearEvaluation& self, const Numbers& more) { return self.with_pairs(pairs_from(more)); },
          "more"_a, "The same with these pairs of fluents more, which count nothing yet.")
      .def_prop_ro(
          "owners",
          [](const LinearEvaluation& self) {
            std::vector<std::uint32_t> owners;
            for (std::uint32_t head = 0; head < self.heads(); ++head)
              owners.push_back(self.payoffs().owner(head));
            return owners;
          },
          "The role whose goal each head is.")
      .def_prop_ro(
          "weights",
          [](nb::handle self) {
            const auto& evaluation = nb::cast<const LinearEvaluation&>(self);
            return view(self, evaluation.weights(),
                        {evaluation.contexts().count(), evaluation.features() + 1, evaluation.heads()});
          },
          "Context × feature × head, in logits; the bias stands after the last feature.")
      .def(
          "goals",
          [](const LinearEvaluation& self, const State& state, std::uint32_t roles) {
            check_fits(self, state);
            std::vector<float> numbers(self.heads());
            self.numbers(state.words().data(), numbers.data());
            std::vector<double> goals(roles, 0);
            for (const auto role : self.payoffs().players())
              if (role >= roles) throw nb::index_error("fewer roles than the game has");
            for (const auto role : self.payoffs().players())
              goals[role] = 100.0 * self.payoffs().utility(role, numbers.data());
            return goals;
          },
          "state"_a, "roles"_a, "Expected goals per role, 0 to 100.");
}

}  // namespace

void bind_learning(nb::module_& module) {
  bind_options<LearnerOptions>(module, "LearnerOptions", "learner_options", learner_table());
  bind_evaluation(module);
  nb::class_<CurvePoint>(module, "CurvePoint", "How far an evaluation was off on positions it had not seen.")
      .def_ro("positions", &CurvePoint::positions)
      .def_ro("error", &CurvePoint::error, "Mean square, of outcomes between 0 and 1.");
  nb::class_<Trust>(module, "Trust", "How much of the outcomes of self-play an evaluation explains.")
      .def_ro("net", &Trust::net, "R² of outcomes on the evaluation's logits.")
      .def_ro("playouts", &Trust::playouts, "R² of outcomes on the logits of 64 playouts' means.")
      .def_ro("preferred", &Trust::preferred, "The same of playouts by preferences, one after the other.")
      .def_ro("positions", &Trust::positions)
      .def_ro("games", &Trust::games)
      .def_prop_ro("ratio", &Trust::ratio);
  nb::class_<LearnerReport>(module, "LearnerReport", "What a learner has done.")
      .def_ro("objection", &LearnerReport::objection, "Why nothing is learned; empty: nothing is against it.")
      .def_ro("surveyed", &LearnerReport::surveyed, "Enough is known of the game to learn.")
      .def_ro("contexts", &LearnerReport::contexts, "What tells them: mover, phase or one.")
      .def_ro("payoffs", &LearnerReport::payoffs)
      .def_ro("heads", &LearnerReport::heads)
      .def_ro("candidates", &LearnerReport::candidates, "Evaluations being learned.")
      .def_ro("positions", &LearnerReport::positions, "That the first of them has learned from, once each.")
      .def_ro("games", &LearnerReport::games)
      .def_ro("plies", &LearnerReport::plies, "Played by all.")
      .def_ro("curve", &LearnerReport::curve)
      .def_ro("duels", &LearnerReport::duels, "Points won by candidates against the best before, in order.");
  nb::class_<Learner>(module, "Learner", "Learns what positions are worth by self-play.")
      .def(nb::init<const Engines&, const LearnerOptions&, std::uint64_t>(), "engines"_a,
           "options"_a = LearnerOptions(), "seed"_a = 0, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "run",
          [](Learner& self, std::optional<double> seconds, std::optional<std::uint64_t> positions,
             const StopFlag* stop) {
            const auto budget = budget_of(seconds, positions, stop);
            const nb::gil_scoped_release unlocked;
            return self.run(budget);
          },
          nb::kw_only(), "seconds"_a = nb::none(), "positions"_a = nb::none(), "stop"_a = nb::none(),
          "Learn on. With a number of positions it is repeatable.")
      .def(
          "resume",
          [](Learner& self, const std::vector<float>& weights, const Numbers& pairs) {
            self.resume(weights, pairs_from(pairs));
          },
          "weights"_a, "pairs"_a = Numbers(), nb::call_guard<nb::gil_scoped_release>(),
          "Go on from weights learned earlier, in the order of `LinearEvaluation.weights`, with these pairs.")
      .def(
          "set_symmetries",
          [](Learner& self,
             const std::vector<std::tuple<std::vector<std::uint32_t>, std::vector<std::uint32_t>,
                                          std::vector<std::uint32_t>>>& rows) {
            std::vector<Symmetry> symmetries;
            for (const auto& [fluents, moves, roles] : rows) symmetries.push_back({fluents, roles, moves});
            self.set_symmetries(std::move(symmetries));
          },
          "symmetries"_a,
          "Learn positions together with their images: where each symmetry takes each fluent, move and role.")
      .def(
          "choose",
          [](Learner& self, std::optional<double> seconds, std::uint32_t games, const StopFlag* stop) {
            const auto budget = budget_of(seconds, {}, stop);
            const nb::gil_scoped_release unlocked;
            self.choose(budget, games);
          },
          nb::kw_only(), "seconds"_a = nb::none(), "games"_a = 64, "stop"_a = nb::none(),
          "Keep the best candidate by duels of so many games each.")
      .def("evaluation", &Learner::evaluation, nb::call_guard<nb::gil_scoped_release>(),
           "What it has learned so far.")
      .def("candidates", &Learner::candidates, nb::call_guard<nb::gil_scoped_release>(),
           "What each of those has learned that are still in the running, the best first.")
      .def(
          "trust",
          [](const Learner& self, std::optional<double> seconds, std::uint32_t games, std::uint64_t seed,
             const StopFlag* stop,
             const std::vector<std::shared_ptr<const lanes::PreferredPlay>>& preferred) {
            const auto budget = budget_of(seconds, {}, stop);
            const nb::gil_scoped_release unlocked;
            return self.trust(games, seed, budget, preferred);
          },
          nb::kw_only(), "seconds"_a = nb::none(), "games"_a = 200, "seed"_a = 0, "stop"_a = nb::none(),
          "preferred"_a = std::vector<std::shared_ptr<const lanes::PreferredPlay>>(),
          "Compare it with playouts on games it has not learned from.")
      .def("report", &Learner::report, nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "evaluation_duel",
      [](const Engines& engines, const LinearEvaluation& first, const LinearEvaluation& second,
         std::uint32_t games, std::uint64_t seed, std::optional<double> seconds, const StopFlag* stop) {
        if (!engines.lanes) throw nb::value_error("duels are played in lanes: make engines with them");
        const auto fits = [](const Engines& of, const LinearEvaluation& evaluation) {
          return evaluation.fluents() == of.lanes->circuit().fluent_count();
        };
        const auto budget = budget_of(seconds, {}, stop);
        const nb::gil_scoped_release unlocked;
        // Who counts legal moves needs states that say which are; to the other one they are as good as any.
        const auto longer =
            fits(engines, first) && fits(engines, second) ? nullptr : engines.with_legal_fluents();
        for (const auto* each : {&first, &second})
          if (!fits(engines, *each) && !(longer && fits(*longer, *each)))
            throw std::invalid_argument("the evaluation is of another game");
        const auto score =
            play_duel(longer ? longer->lanes : engines.lanes, first, second, games, seed, budget);
        return std::vector<double>{score.points, static_cast<double>(score.games)};
      },
      "engines"_a, "first"_a, "second"_a, nb::kw_only(), "games"_a = 64, "seed"_a = 0,
      "seconds"_a = nb::none(), "stop"_a = nb::none(),
      "Points of the first evaluation against the second, and games, by two plies.");
}

}  // namespace woodstock::bindings
