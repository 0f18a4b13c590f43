#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "circuit/compile.hpp"
#include "circuit/sharing.hpp"
#include "ground/grounder.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace ground;
using namespace circuit;

void bind_grounding(nb::module_& module) {
  nb::enum_<GroundStatus>(module, "GroundStatus")
      .value("complete", GroundStatus::complete)
      .value("out_of_time", GroundStatus::out_of_time)
      .value("too_many_literals", GroundStatus::too_many_literals)
      .value("too_many_atoms", GroundStatus::too_many_atoms)
      .value("too_deep", GroundStatus::too_deep)
      .value("failed", GroundStatus::failed);

  nb::class_<GroundProgram>(module, "GroundProgram", "Ground rules over numbered atoms.")
      .def(nb::init<>())
      .def_prop_ro("atom_count", &GroundProgram::atom_count)
      .def_prop_ro("rule_count", &GroundProgram::rule_count)
      .def_prop_ro("literal_count", &GroundProgram::literal_count)
      .def("name", &GroundProgram::name, "atom"_a, "For people to read.")
      .def("term", &GroundProgram::term, "atom"_a, "The number of the term that an atom is.")
      .def(
          "parts",
          [](const GroundProgram& p, TermId term) {
            if (term >= p.terms().size()) throw nb::index_error();
            const auto arguments = p.terms().arguments(term);
            return std::pair(p.terms().spelt(p.terms().name(term)),
                             std::vector<TermId>(arguments.begin(), arguments.end()));
          },
          "term"_a, "The name of a term and the numbers of its arguments.")
      .def("is_open", &GroundProgram::is_open, "atom"_a)
      .def("is_fact", &GroundProgram::is_fact, "atom"_a)
      .def("add_atom", nb::overload_cast<std::string_view, bool, bool>(&GroundProgram::add_atom), "name"_a,
           "open"_a = false, "fact"_a = false)
      .def(
          "add_rule",
          [](GroundProgram& p, std::uint32_t head, const std::vector<Literal>& body) {
            p.add_rule(head, body);
          },
          "head"_a, "body"_a, "Literals are atom + 1, negative if negated.")
      .def(
          "rule",
          [](const GroundProgram& p, std::size_t index) {
            if (index >= p.rule_count()) throw nb::index_error();
            const auto rule = p.rule(index);
            return std::pair(rule.head, std::vector<Literal>(rule.body.begin(), rule.body.end()));
          },
          "index"_a)
      .def(
          "rules_with",
          [](const GroundProgram& p, const std::vector<std::uint32_t>& atoms) {
            std::vector<std::pair<std::uint64_t, std::uint64_t>> found(p.atom_count());
            for (std::size_t i = 0; i < p.rule_count(); ++i) {
              const auto rule = p.rule(i);
              for (const auto literal : rule.body) {
                auto& [rules, literals] = found[atom_of(literal)];
                ++rules;
                literals += rule.body.size();
              }
            }
            std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
            for (const auto atom : atoms) result.push_back(found.at(atom));
            return result;
          },
          "atoms"_a, "For each atom: the number of rules whose body has it, and of their literals.")
      .def(
          "atoms_of",
          [](const GroundProgram& p, const std::string& relation, std::size_t arity) {
            std::vector<std::pair<std::uint32_t, std::vector<TermId>>> found;
            const auto name = p.terms().find_name(relation);
            for (std::uint32_t atom = 0; name && atom < p.atom_count(); ++atom) {
              const auto arguments = p.terms().arguments(p.term(atom));
              if (p.terms().name(p.term(atom)) == *name && arguments.size() == arity)
                found.emplace_back(atom, std::vector<TermId>(arguments.begin(), arguments.end()));
            }
            return found;
          },
          "relation"_a, "arity"_a, "Atoms of one relation with the numbers of their arguments.");

  nb::class_<GroundResult>(module, "GroundResult")
      .def_ro("status", &GroundResult::status)
      .def_ro("message", &GroundResult::message)
      .def_ro("program", &GroundResult::program)
      .def_ro("sizes", &GroundResult::sizes);

  module.def(
      "ground_text",
      [](const std::string& library, const std::string& text, const std::map<std::string, std::string>& names,
         const std::set<std::string>& kept_facts, double seconds, std::uint64_t literals, std::uint64_t atoms,
         std::uint32_t depth) {
        nb::gil_scoped_release release;
        return ground_text(library, text, names, kept_facts,
                           {.seconds = seconds, .literals = literals, .atoms = atoms, .depth = depth});
      },
      "clingo_library"_a, "text"_a, "names"_a, "kept_facts"_a, "seconds"_a, "literals"_a, "atoms"_a,
      "depth"_a);

  nb::enum_<AtomKind>(module, "AtomKind")
      .value("constant_false", AtomKind::constant_false)
      .value("constant_true", AtomKind::constant_true)
      .value("input", AtomKind::input)
      .value("derived", AtomKind::derived);

  nb::class_<Completion>(module, "Definitions", "One acyclic definition per derived atom.")
      .def(
          "__init__",
          [](Completion* self, const GroundProgram& program, const std::vector<std::uint32_t>& wanted,
             std::uint64_t literal_limit) {
            nb::gil_scoped_release release;
            new (self) Completion(program, wanted, literal_limit);
          },
          "program"_a, "wanted"_a, "literal_limit"_a)
      .def_prop_ro("atom_count", &Completion::atom_count)
      .def_prop_ro("literal_count", &Completion::literal_count)
      .def_prop_ro("order", &Completion::order, "Derived atoms, inputs before users.")
      .def("kind", &Completion::kind, "atom"_a)
      .def("name", &Completion::name, "atom"_a)
      .def(
          "bodies",
          [](const Completion& self, std::uint32_t atom) {
            std::vector<std::vector<Literal>> result;
            for (const auto body : self.bodies(atom)) result.emplace_back(body.begin(), body.end());
            return result;
          },
          "atom"_a, "Conjunctions of literals: atom + 1, negative if negated.");

  nb::class_<GameAtoms>(module, "GameAtoms", "Which atoms are the inputs and outputs of a game.")
      .def(nb::init<>())
      .def_rw("fluents", &GameAtoms::fluents)
      .def_rw("next", &GameAtoms::next)
      .def_rw("initial", &GameAtoms::initial)
      .def_rw("moves_per_role", &GameAtoms::moves_per_role)
      .def_rw("moves", &GameAtoms::moves)
      .def_rw("legal", &GameAtoms::legal)
      .def_rw("terminal", &GameAtoms::terminal)
      .def_rw("chance_role", &GameAtoms::chance_role)
      .def("add_goal", [](GameAtoms& a, std::uint32_t role, std::int32_t value,
                          std::uint32_t atom) { a.goals.push_back({role, value, atom}); })
      .def("add_percept", [](GameAtoms& a, std::uint32_t role, std::uint32_t percept,
                             std::uint32_t atom) { a.percepts.push_back({role, percept, atom}); })
      .def("outputs", &GameAtoms::outputs);

  module.attr("NO_ATOM") = kNoAtom;
  module.def(
      "compile",
      [](const Completion& completion, const GameAtoms& atoms, std::optional<double> seconds) {
        nb::gil_scoped_release release;
        const auto deadline = seconds ? Deadline::in(*seconds) : Deadline::never();
        const auto circuit = compile(completion, atoms, deadline);
        return with_shared_inputs(circuit.playable());
      },
      "definitions"_a, "atoms"_a, "seconds"_a = nb::none(), "Raises OutOfTime.");
}

}  // namespace woodstock::bindings
