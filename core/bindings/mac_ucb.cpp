#include "search/mac_ucb/mac_ucb.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/option_table.hpp"
#include "search/constraint_expander.hpp"
#include "search/engines.hpp"
#include "search/learning/learned_evaluator.hpp"
#include "search/playouts.hpp"
#include "search/puzzle/puzzle.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace circuit;
using namespace search;
using namespace search::puzzle;
using namespace search::mac_ucb;

void bind_mac_ucb(nb::module_& module) {
  bind_options<mac_ucb::Options>(module, "MacUcbOptions", "mac_ucb_options", option_table());
  nb::class_<MacUcb, Search>(module, "MacUcb",
                             "Best-first policy tree over solved stages, sampled in the lanes.")
      .def(
          "__init__",
          [](MacUcb* self, const Engines& engines, std::uint32_t role, const mac_ucb::Options& options,
             std::shared_ptr<stages::StageTemplate> stage, csp::Search::Inference inference,
             std::shared_ptr<const learning::LinearEvaluation> evaluation, std::uint32_t worth,
             std::shared_ptr<const lanes::PreferredPlay> preferred) {
            if (role >= engines.role_count()) throw nb::index_error("no such role");
            if (!engines.lanes) throw nb::value_error("MAC-UCB samples in lanes: make engines with them");
            if (evaluation && evaluation->fluents() != engines.lanes->circuit().fluent_count())
              throw nb::value_error("the evaluation is of other fluents than the game's");
            if (preferred && &preferred->lanes() != engines.lanes.get())
              throw nb::value_error("the preferences are of another game, or of other engines of it");
            const nb::gil_scoped_release unlocked;
            ExpanderFactory expanders;
            if (stage)
              expanders = [stage, inference, begin = engines.role_begin] {
                return std::make_unique<ConstraintExpander>(stage, inference, begin);
              };
            EvaluatorFactory evaluators;
            if (evaluation || preferred)
              evaluators = [=, lanes = engines.lanes,
                            roles = engines.role_count()]() -> std::unique_ptr<Evaluator> {
                const auto policy = static_cast<lanes::LanePolicy>(options.decisive);
                auto playouts = std::make_unique<Playouts>(lanes, options.horizon, policy, preferred);
                if (!evaluation) return playouts;
                return std::make_unique<learning::LearnedEvaluator>(evaluation, roles, worth,
                                                                    std::move(playouts));
              };
            new (self)
                MacUcb(engines.lanes, role, options, std::move(expanders), std::move(evaluators), &engines);
          },
          "engines"_a, "role"_a, "options"_a = mac_ucb::Options(), "stage"_a = nb::none(),
          "inference"_a = csp::Search::Inference::arc_consistency, "evaluation"_a = nb::none(), "worth"_a = 8,
          "preferred"_a = nb::none(),
          "Stages are solved by the lanes, or, with a template, by constraint solving. An evaluation counts "
          "as\n"
          "`worth` playouts of each state, beside the random ones. Playouts prefer moves as `preferred` "
          "says.")
      .def_prop_ro("payoffs", [](const MacUcb& self) { return std::string(name_of(self.payoffs().kind())); })
      .def_prop_ro("bytes", &MacUcb::bytes, "Memory of the tree.");
  module.def("clock_fluents", &clock_fluents, "circuit"_a,
             "Fluents that change on their own: step counters.");
  nb::class_<PuzzleSearch, Search>(module, "PuzzleSearch",
                                   "The best line of a game of one role without chance.")
      .def(nb::init<const Engines&, const Circuit&>(), "engines"_a, "circuit"_a,
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "offer",
          [](PuzzleSearch& self, const std::vector<std::uint32_t>& moves) { return self.offer(moves); },
          "moves"_a, "Take a line from the root if it can be played and is better than what is known.")
      .def_prop_ro("best", &PuzzleSearch::best, "The goal that the best line ends with, -1 without one.")
      .def_prop_ro("highest", &PuzzleSearch::highest, "The highest goal that the rules name.")
      .def_prop_ro("line", &PuzzleSearch::line, "What is left of the best line.");
}

}  // namespace woodstock::bindings
