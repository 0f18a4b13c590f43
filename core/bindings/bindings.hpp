// One binding function per group; module.cpp calls them all. nanobind is included nowhere else.
#pragma once

#include <nanobind/nanobind.h>

namespace woodstock::bindings {

void bind_circuit(nanobind::module_& module);
void bind_lanes(nanobind::module_& module);
void bind_csp(nanobind::module_& module);
void bind_state(nanobind::module_& module);
void bind_grounding(nanobind::module_& module);
void bind_stepper(nanobind::module_& module);
void bind_symmetry(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_mac_ucb(nanobind::module_& module);
void bind_mac_ucb_2016(nanobind::module_& module);
void bind_observation_cfr(nanobind::module_& module);
void bind_proof(nanobind::module_& module);
void bind_learning(nanobind::module_& module);
void bind_preferences(nanobind::module_& module);
void bind_minimax(nanobind::module_& module);
void bind_factored(nanobind::module_& module);
void bind_belief(nanobind::module_& module);
void bind_evaluator(nanobind::module_& module);

}  // namespace woodstock::bindings
