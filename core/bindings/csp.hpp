// What the bindings of the constraint solvers share.
#pragma once

#include <optional>

#include "bindings.hpp"
#include "woodstock/csp/deadline.hpp"

namespace woodstock::bindings {

inline csp::Deadline deadline_of(std::optional<double> seconds) {
  return seconds ? csp::Deadline::in(*seconds) : csp::Deadline::never();
}

[[noreturn]] inline void raise_timeout(const char* what) {
  PyErr_SetString(PyExc_TimeoutError, what);
  throw nanobind::python_error();
}

void bind_stage(nanobind::module_& module);
void bind_stage_graph(nanobind::module_& module);

}  // namespace woodstock::bindings
