// What the roles of a play have observed, each as one number: of its own moves and of what it saw (GDL-II
// `sees`), in their order. Plays that a role cannot tell apart have the same number for it. In games without
// percepts everybody is told all moves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "search/engines.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search::information {

using Key = std::uint64_t;

// Whether roles are told percepts rather than moves.
bool tells_percepts(const Engines& engines);

class Observer {
 public:
  // Stands on the initial state, where nothing has been observed.
  explicit Observer(const Engines& engines);

  void restart();
  // Goes to a state, given what was observed until then.
  void load(const State& state, std::span<const Key> keys);
  // Plays one move per role, trusting that they are legal.
  void advance(std::span<const std::uint32_t> joint);
  // Plays the moves of a line from the start; false if they cannot be played.
  bool replay(std::span<const std::vector<std::uint32_t>> line);
  // What roles know of a state that came about nobody knows how: their legal moves, and that is all.
  std::vector<Key> keys_without_past(const State& state);

  const std::vector<Key>& keys() const { return keys_; }
  stepper::Stepper& stepper() { return stepper_; }
  // The reward of every role here, 0 to 1.
  void rewards(std::span<double> per_role);

 private:
  bool percepts_;
  stepper::Stepper stepper_;
  std::vector<Key> keys_;
  std::vector<std::uint64_t> seen_;  // per role, in this step
  std::vector<std::optional<std::int32_t>> goals_;
};

}  // namespace woodstock::search::information
