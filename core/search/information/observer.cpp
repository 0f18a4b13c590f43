#include "search/information/observer.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace woodstock::search::information {

namespace {

Key key_at_the_start(std::size_t role) { return mix64(role + 1); }

}  // namespace

bool tells_percepts(const Engines& engines) { return !engines.stepper.planned->percepts().empty(); }

Observer::Observer(const Engines& engines)
    : percepts_(tells_percepts(engines)),
      stepper_(engines.stepper),
      keys_(engines.role_count()),
      seen_(engines.role_count()),
      goals_(engines.role_count()) {
  restart();
}

void Observer::restart() {
  stepper_.load(stepper_.initial());
  for (std::size_t role = 0; role < keys_.size(); ++role) keys_[role] = key_at_the_start(role);
}

void Observer::load(const State& state, std::span<const Key> keys) {
  stepper_.load(state);
  std::ranges::copy(keys, keys_.begin());
}

void Observer::advance(std::span<const std::uint32_t> joint) {
  std::ranges::fill(seen_, 0);
  if (percepts_) {
    for (const auto& [role, percept] : stepper_.percepts(joint)) seen_[role] += mix64(percept + 1);
  } else {
    std::uint64_t all = 0;
    for (const auto move : joint) all = mix64(all ^ (move + 1));
    std::ranges::fill(seen_, all);
  }
  for (std::size_t role = 0; role < keys_.size(); ++role)
    keys_[role] = mix64(keys_[role] ^ mix64(seen_[role] + joint[role] + 1));
  stepper_.advance(joint);
}

bool Observer::replay(std::span<const std::vector<std::uint32_t>> line) {
  restart();
  for (const auto& joint : line) {
    if (joint.size() != keys_.size()) return false;
    for (std::uint32_t role = 0; role < joint.size(); ++role)
      if (!stepper_.is_legal(role, joint[role])) return false;
    advance(joint);
  }
  return true;
}

std::vector<Key> Observer::keys_without_past(const State& state) {
  stepper_.load(state);
  std::vector<Key> keys;
  for (std::uint32_t role = 0; role < keys_.size(); ++role) {
    auto key = ~key_at_the_start(role);
    for (const auto word : stepper_.legal_words(role)) key = mix64(key ^ word);
    keys.push_back(key);
  }
  return keys;
}

void Observer::rewards(std::span<double> per_role) {
  stepper_.goals(goals_);
  for (std::size_t role = 0; role < per_role.size(); ++role)
    per_role[role] = goals_[role].value_or(0) / 100.0;
}

}  // namespace woodstock::search::information
