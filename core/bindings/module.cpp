#include "bindings/bindings.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The native core of WoodStock.";
  woodstock::bindings::bind_circuit(module);
  woodstock::bindings::bind_lanes(module);
  woodstock::bindings::bind_state(module);
  woodstock::bindings::bind_grounding(module);
  woodstock::bindings::bind_stepper(module);
  woodstock::bindings::bind_symmetry(module);
  woodstock::bindings::bind_search(module);
  woodstock::bindings::bind_csp(module);
  woodstock::bindings::bind_preferences(module);
  woodstock::bindings::bind_mac_ucb(module);
  woodstock::bindings::bind_mac_ucb_2016(module);
  woodstock::bindings::bind_observation_cfr(module);
  woodstock::bindings::bind_proof(module);
  woodstock::bindings::bind_learning(module);
  woodstock::bindings::bind_minimax(module);
  woodstock::bindings::bind_factored(module);
  woodstock::bindings::bind_belief(module);
  woodstock::bindings::bind_evaluator(module);
}
