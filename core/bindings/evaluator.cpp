#include "evaluator/evaluator.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"
#include "evaluator/error.hpp"
#include "evaluator/simulation.hpp"
#include "evaluator/uct.hpp"
#include "search/budget.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace search;

namespace {

using evaluator::Evaluator;
using evaluator::Id;
using evaluator::Position;
using evaluator::Program;

// A position as Python holds it: with the program, whose terms it is made of.
struct RulePosition {
  std::shared_ptr<const Program> program;
  Position position;
};

void check_role(const Evaluator& self, std::size_t role) {
  if (role >= self.program().roles().size()) throw nb::index_error("no such role");
}

template <auto question>
std::vector<Id> of_role(Evaluator& self, const RulePosition& position, std::size_t role) {
  check_role(self, role);
  const nb::gil_scoped_release unlocked;
  return (self.*question)(position.position, role);
}

void check_moves(const Evaluator& self, const std::vector<Id>& moves) {
  if (moves.size() != self.program().roles().size()) throw nb::value_error("one move per role is needed");
  for (const Id move : moves)
    if (move >= self.program().terms().size()) throw nb::index_error("no such term");
}

// The evaluator's errors are WoodStock's own in Python, where all of them have one root.
void translate(const std::exception_ptr& thrown, void*) {
  const auto raise = [](const char* name, const std::exception& error) {
    PyErr_SetString(nb::module_::import_("woodstock.errors").attr(name).ptr(), error.what());
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const evaluator::LimitReached& error) {
    raise("EvaluationLimit", error);
  } catch (const evaluator::EvaluationError& error) {
    raise("EvaluationError", error);
  }
}

void bind_program(nb::module_& module) {
  nb::class_<RulePosition>(module, "RulePosition", "The fluents that hold, as the numbers of a RuleProgram.")
      .def_prop_ro("fluents", [](const RulePosition& self) { return self.position->fluents; })
      .def_prop_ro("hash", [](const RulePosition& self) { return self.position->hash; })
      .def("__eq__",
           [](const RulePosition& self, const RulePosition& other) {
             return self.program == other.program && *self.position == *other.position;
           })
      .def("__eq__", [](const RulePosition&, nb::handle) { return false; })
      .def("__hash__", [](const RulePosition& self) { return self.position->hash; });
  nb::class_<Program>(module, "RuleProgram",
                      "Rules compiled for the evaluator. Terms are numbers; safe to use from any thread.")
      .def_static(
          "compile",
          [](const std::string& text) {
            const nb::gil_scoped_release unlocked;
            return std::const_pointer_cast<Program>(Program::compile(text));
          },
          "text"_a, "From rules written in KIF. Raises EvaluationError.")
      .def_prop_ro("roles", [](const Program& self) { return self.roles(); })
      .def("order_roles", &Program::order_roles, "roles"_a,
           "Number the roles otherwise, before anybody uses the program.")
      .def("symbol", [](const Program& self, const std::string& name) { return self.terms().symbol(name); })
      .def("compound",
           [](const Program& self, const std::string& name, const std::vector<Id>& args) {
             return self.terms().intern(self.terms().functor(name, args.size()), args);
           })
      .def("name",
           [](const Program& self, Id term) {
             if (term >= self.terms().size()) throw nb::index_error("no such term");
             return self.terms().name(term);
           })
      .def(
          "arguments",
          [](const Program& self, Id term) {
            if (term >= self.terms().size()) throw nb::index_error("no such term");
            const auto& found = self.terms()[term];
            return std::vector<Id>(found.args, found.args + found.arity);
          },
          "term"_a);
}

void bind_uct(nb::module_& module) {
  using evaluator::Uct;
  using evaluator::UctMove;
  using evaluator::UctReport;
  nb::class_<UctMove>(module, "RuleMove", "What a search on the rules thinks of a move.")
      .def_ro("move", &UctMove::move, "The number of its term.")
      .def_ro("visits", &UctMove::visits)
      .def_ro("value", &UctMove::value, "The role's mean goal, 0 to 1.");
  nb::class_<UctReport>(module, "RuleReport", "What a search on the rules knows about its root.")
      .def_ro("simulations", &UctReport::simulations, "Of the last search.")
      .def_ro("nodes", &UctReport::nodes)
      .def_ro("steps", &UctReport::steps, "Of a simulation, on average.")
      .def_ro("moves", &UctReport::moves, "Per role.");
  nb::class_<Uct>(module, "RuleSearch", "UCT on the rules as they are. For one thread at a time.")
      .def(
          "__init__",
          [](Uct* self, std::shared_ptr<Program> program, double exploration, std::uint32_t horizon,
             std::size_t memory) { new (self) Uct(std::move(program), {exploration, horizon, memory}); },
          "program"_a, nb::kw_only(), "exploration"_a = 0.6, "horizon"_a = 400,
          "memory"_a = std::size_t{512} << 20,
          "`memory` of the tree, in bytes: about so much, then it grows no more.")
      .def(
          "search",
          [](Uct& self, const RulePosition& root, std::optional<double> seconds,
             std::optional<std::uint64_t> simulations, const StopFlag* stop, std::uint64_t seed) {
            const evaluator::UctLimits limits{simulations, deadline_of(seconds).at,
                                              stop ? &stop->flag() : nullptr};
            const nb::gil_scoped_release unlocked;
            return self.search(root.position, limits, seed);
          },
          "root"_a, nb::kw_only(), "seconds"_a = nb::none(), "simulations"_a = nb::none(),
          "stop"_a = nb::none(), "seed"_a = 0,
          "Search until a limit is reached, going on with what is known of the root.");
}

}  // namespace

void bind_evaluator(nb::module_& module) {
  nb::register_exception_translator(translate);
  bind_program(module);
  bind_uct(module);
  nb::class_<Evaluator>(module, "RuleEvaluator",
                        "Answers questions about positions from the rules. For one thread at a time.")
      .def(
          "__init__",
          [](Evaluator* self, std::shared_ptr<Program> program) { new (self) Evaluator(std::move(program)); },
          "program"_a)
      .def(
          "copy", [](const Evaluator& self) { return new Evaluator(self.shared_program()); },
          nb::rv_policy::take_ownership, "Another evaluator of the same program, for another thread.")
      .def(
          "initial",
          [](const Evaluator& self) { return RulePosition{self.shared_program(), self.program().initial()}; })
      .def(
          "position",
          [](const Evaluator& self, std::vector<Id> fluents) {
            for (const Id fluent : fluents)
              if (fluent >= self.program().terms().size()) throw nb::index_error("no such term");
            return RulePosition{self.shared_program(),
                                position_of(self.program().terms(), std::move(fluents))};
          },
          "fluents"_a)
      .def(
          "terminal",
          [](Evaluator& self, const RulePosition& position) {
            const nb::gil_scoped_release unlocked;
            return self.terminal(position.position);
          },
          "position"_a)
      .def("legal", &of_role<&Evaluator::legal>, "position"_a, "role"_a)
      .def("goals", &of_role<&Evaluator::goals>, "position"_a, "role"_a)
      .def(
          "play",
          [](Evaluator& self, const RulePosition& position, const std::vector<Id>& moves) {
            check_moves(self, moves);
            const nb::gil_scoped_release unlocked;
            return RulePosition{self.shared_program(), self.next(position.position, moves)};
          },
          "position"_a, "moves"_a)
      .def(
          "percepts",
          [](Evaluator& self, const RulePosition& position, const std::vector<Id>& moves) {
            check_moves(self, moves);
            const nb::gil_scoped_release unlocked;
            return self.percepts(position.position, moves);
          },
          "position"_a, "moves"_a, "Per role, what it sees when these moves are made.")
      .def(
          "simulate",
          [](const Evaluator& self, std::optional<std::uint64_t> playouts, std::optional<double> seconds,
             std::uint64_t seed, std::uint32_t threads, std::uint32_t max_steps,
             const std::optional<RulePosition>& from) {
            const SimulationLimits limits{playouts, deadline_of(seconds).at, max_steps};
            const nb::gil_scoped_release unlocked;
            return evaluator::simulate(self.shared_program(),
                                       from ? from->position : self.program().initial(), limits, seed,
                                       threads);
          },
          "playouts"_a = nb::none(), "seconds"_a = nb::none(), nb::kw_only(), "seed"_a = 0, "threads"_a = 1,
          "max_steps"_a = 10'000, "position"_a = nb::none(),
          "Random games from `position` (the initial one by default) until a limit is reached. The same seed "
          "and number of playouts give the same result with any number of threads.");
}

}  // namespace woodstock::bindings
