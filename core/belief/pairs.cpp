#include "belief/pairs.hpp"

#include <algorithm>
#include <bit>

#include "circuit/circuit.hpp"

namespace woodstock::belief {

using namespace lanes;

Pairs::Pairs(std::shared_ptr<const Lanes> lanes)
    : lanes_(std::move(lanes)),
      roles_(lanes_->circuit().role_count()),
      words_(lanes_->state_words()),
      move_words_((lanes_->circuit().move_count() + 63) / 64),
      percept_words_((lanes_->circuit().percepts.size() + 63) / 64),
      scratch_(make_lane_scratch()),
      odds_(roles_),
      joint_(roles_) {}

const LaneEvaluation& Pairs::look_at(std::span<const std::uint64_t> states) {
  const auto count = states.size() / words_ * roles_;
  no_moves_.resize(std::max(no_moves_.size(), count), -1);
  lanes_->evaluate(*scratch_, states, std::span(no_moves_).first(count), seen_);
  return seen_;
}

void Pairs::load(const Belief& belief, std::span<const std::uint32_t> numbers) {
  loading_.clear();
  for (const auto i : numbers)
    loading_.insert(loading_.end(), belief.state(i).begin(), belief.state(i).end());
  look_at(loading_);
  std::swap(loaded_, seen_);
}

Choices Pairs::listed(std::span<const std::uint64_t> legal) const {
  const auto& circuit = lanes_->circuit();
  Choices choices(roles_);
  std::uint32_t role = 0;
  for (std::size_t w = 0; w < move_words_; ++w)
    for (auto bits = legal[w]; bits != 0; bits &= bits - 1) {
      const auto move =
          static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(bits));
      while (role < roles_ && move >= circuit.role_begin(role + 1)) ++role;
      if (role < roles_) choices[role].push_back(move - circuit.role_begin(role));
    }
  return choices;
}

bool Pairs::choices(std::size_t place, Choices& choices) const {
  if (loaded_.terminal[place]) return false;
  choices = listed(std::span(loaded_.legal).subspan(place * move_words_, move_words_));
  return std::ranges::none_of(choices, [](const auto& moves) { return moves.empty(); });
}

std::size_t Pairs::joint_moves(const Choices& choices) {
  std::size_t joint = 1;
  for (const auto& moves : choices) joint = std::min(kMany, joint * moves.size());
  return joint;
}

void Pairs::find_odds(std::uint32_t state, const Choices& choices, const Policy& policy) {
  for (std::uint32_t role = 0; role < roles_; ++role) {
    const auto& moves = choices[role];
    odds_[role].assign(moves.size(), 1.0 / static_cast<double>(moves.size()));
    if (policy && !is_chance(role) && moves.size() > 1) policy(state, role, moves, odds_[role]);
  }
}

void Pairs::add(const Belief& belief, std::uint32_t state, double weight) {
  states_.insert(states_.end(), belief.state(state).begin(), belief.state(state).end());
  for (std::uint32_t role = 0; role < roles_; ++role)
    moves_.push_back(static_cast<std::int32_t>(lanes_->circuit().role_begin(role) + joint_[role]));
  weights_.push_back(weight);
  parents_.push_back(state);
}

void Pairs::add_all(const Belief& belief, std::uint32_t state, const Choices& choices, const Policy& policy,
                    const WhenFull& when_full, Every every) {
  find_odds(state, choices, policy);
  const auto count = joint_moves(choices);
  for (auto j = every.first; j < count; j += every.stride) {
    double weight = belief.weights()[state];
    auto rest = j;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      const auto chosen = rest % choices[role].size();
      rest /= choices[role].size();
      weight *= odds_[role][chosen];
      joint_[role] = choices[role][chosen];
    }
    if (weight > 0) add(belief, state, weight);
    if (size() >= kBatch && !when_full()) return;
  }
}

void Pairs::add_some(const Belief& belief, std::uint32_t state, const Choices& choices, std::size_t count,
                     Random& random, const Policy& policy, const WhenFull& when_full, double part) {
  find_odds(state, choices, policy);
  const auto weight = part * belief.weights()[state] / static_cast<double>(count);
  for (std::size_t j = 0; j < count; ++j) {
    for (std::uint32_t role = 0; role < roles_; ++role) {
      std::size_t chosen = 0;
      auto point = random.real() - odds_[role][0];
      while (point >= 0 && chosen + 1 < odds_[role].size()) point -= odds_[role][++chosen];
      joint_[role] = choices[role][chosen];
    }
    add(belief, state, weight);
    if (size() >= kBatch && !when_full()) return;
  }
}

void Pairs::evaluate() { lanes_->evaluate(*scratch_, states_, moves_, evaluation_); }

Pairs::Pair Pairs::pair(std::size_t i) const {
  return {parents_[i], weights_[i], std::span(moves_).subspan(i * roles_, roles_),
          std::span(evaluation_.next).subspan(i * words_, words_),
          std::span(evaluation_.percepts).subspan(i * percept_words_, percept_words_)};
}

void Pairs::clear() {
  states_.clear();
  moves_.clear();
  weights_.clear();
  parents_.clear();
}

}  // namespace woodstock::belief
