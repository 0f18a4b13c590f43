// A game as searches use it. Successors (expander.hpp) and random playouts (sampler.hpp) come from the lanes
// where the game has them, else from the stepper.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "circuit/circuit.hpp"
#include "lanes/lanes.hpp"
#include "search/positions.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search {

// A game compiled for searches; copies share the code, and any number of threads may use it.
struct Engines {
  explicit Engines(const circuit::Circuit& circuit, bool with_lanes = true);

  stepper::StepperCode stepper;
  std::shared_ptr<const lanes::Lanes> lanes;   // null: one state at a time
  std::shared_ptr<const Positions> positions;  // null: positions are states
  std::int32_t chance_role;
  std::vector<std::uint32_t> role_begin;  // as in `Circuit`
  std::vector<double> best_reward;        // per role: the highest goal it may have, divided by 100
  std::vector<std::vector<std::int32_t>> goal_values;  // per role, ascending: those that the rules name

  std::uint32_t role_count() const { return static_cast<std::uint32_t>(role_begin.size()) - 1; }
  Engines without_lanes() const;
  // The same game with states that say which moves are legal in them (circuit/legal_fluents.hpp). Made when
  // first asked for; null without lanes, and where there are more than `kMostLegalFluents` moves.
  std::shared_ptr<const Engines> with_legal_fluents() const;
  static constexpr std::uint32_t kMostLegalFluents = 512;

 private:
  struct WithLegalFluents;
  std::shared_ptr<WithLegalFluents> with_legal_fluents_;
};

}  // namespace woodstock::search
