#include "circuit/circuit.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "circuit/bytes.hpp"
#include "circuit/legal_fluents.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace woodstock::bindings {

using namespace circuit;

void bind_circuit(nb::module_& module) {
  nb::class_<Circuit>(module, "Circuit",
                      "A game's definitions as straight-line logic over fluents and moves.")
      .def(nb::init<std::uint32_t, std::vector<std::uint32_t>, std::int32_t>(), "fluents"_a,
           "moves_per_role"_a, "chance_role"_a = -1)
      .def_prop_ro("fluent_count", &Circuit::fluent_count)
      .def_prop_ro("move_count", &Circuit::move_count)
      .def_prop_ro("role_count", &Circuit::role_count)
      .def_prop_ro("chance_role", &Circuit::chance_role)
      .def_prop_ro("gate_count", [](const Circuit& c) { return c.node_count() - c.first_gate(); })
      .def_prop_ro("input_count", &Circuit::input_count)
      .def(
          "role_begin",
          [](const Circuit& c, std::uint32_t role) {
            if (role > c.role_count()) throw nb::index_error("no such role");
            return c.role_begin(role);
          },
          "role"_a)
      .def(
          "fluent", [](const Circuit& c, std::uint32_t f) { return signal_of(c.fluent_node(f)); }, "fluent"_a)
      .def(
          "move", [](const Circuit& c, std::uint32_t m) { return signal_of(c.move_node(m)); }, "move"_a)
      .def("all_of", &Circuit::all_of, "signals"_a)
      .def("any_of", &Circuit::any_of, "signals"_a)
      .def(
          "inputs",
          [](const Circuit& c, std::uint32_t node) {
            if (node < c.first_gate() || node >= c.node_count()) throw nb::index_error("no such gate");
            const auto in = c.inputs(node);
            return std::vector<Signal>(in.begin(), in.end());
          },
          "gate"_a)
      .def_rw("legal", &Circuit::legal)
      .def_rw("next", &Circuit::next)
      .def_rw("terminal", &Circuit::terminal)
      .def_rw("initial", &Circuit::initial)
      .def_prop_rw(
          "goals",
          [](const Circuit& c) {
            std::vector<std::vector<std::int64_t>> rows;
            for (const auto& g : c.goals) rows.push_back({g.role, g.value, g.signal});
            return rows;
          },
          [](Circuit& c, const std::vector<std::vector<std::int64_t>>& rows) {
            c.goals.clear();
            for (const auto& row : rows)
              c.goals.push_back({static_cast<std::uint32_t>(row.at(0)), static_cast<std::int32_t>(row.at(1)),
                                 static_cast<Signal>(row.at(2))});
          })
      .def_prop_rw(
          "percepts",
          [](const Circuit& c) {
            std::vector<std::vector<std::uint32_t>> rows;
            for (const auto& p : c.percepts) rows.push_back({p.role, p.percept, p.signal});
            return rows;
          },
          [](Circuit& c, const std::vector<std::vector<std::uint32_t>>& rows) {
            c.percepts.clear();
            for (const auto& row : rows) c.percepts.push_back({row.at(0), row.at(1), row.at(2)});
          })
      .def(
          "with_legal_fluents", [](const Circuit& c) { return with_legal_fluents(c); },
          "The same game with one more fluent for each move, which says whether it is legal.")
      .def(
          "to_bytes",
          [](const Circuit& c) {
            const auto bytes = to_bytes(c);
            return nb::bytes(bytes.data(), bytes.size());
          },
          "To be kept in a file.")
      .def_static(
          "from_bytes",
          [](const nb::bytes& bytes) {
            return from_bytes({static_cast<const char*>(bytes.data()), bytes.size()});
          },
          "bytes"_a, "The circuit that `to_bytes` wrote; ValueError for anything else.")
      .def(
          "evaluate",
          [](const Circuit& c, const std::vector<std::uint8_t>& fluents,
             const std::vector<std::uint8_t>& moves) {
            if (fluents.size() != c.fluent_count() || moves.size() != c.move_count())
              throw std::invalid_argument("a value for every fluent and every move is needed");
            return c.evaluate(fluents, moves);
          },
          "fluents"_a, "moves"_a);
}

}  // namespace woodstock::bindings
