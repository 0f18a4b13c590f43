// What the bindings of the constraint solvers share.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/deadline.hpp"
#include "csp/table.hpp"
#include "stages/natural.hpp"
#include "stages/wide.hpp"

namespace woodstock::bindings {

[[noreturn]] inline void raise_timeout(const char* what) {
  PyErr_SetString(PyExc_TimeoutError, what);
  throw nanobind::python_error();
}

// (complement, values) per set of values a cell may stand for.
using TableSets = std::vector<std::pair<bool, std::vector<csp::ValueId>>>;

inline csp::Table table_of(std::vector<csp::VariableId> scope, std::vector<std::int32_t> cells,
                           const TableSets& sets) {
  csp::Table table{std::move(scope), std::move(cells), {}};
  for (const auto& [complement, values] : sets) table.sets.push_back({complement, values});
  return table;
}

// Python's integers know no bounds.
nanobind::object python_int(const stages::Natural& number);
nanobind::object python_int(stages::Wide number);

void bind_policy(nanobind::module_& module);
void bind_stage(nanobind::module_& module);
void bind_stage_graph(nanobind::module_& module);

}  // namespace woodstock::bindings
