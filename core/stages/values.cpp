#include "stages/values.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace woodstock::stages {

namespace {
constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::uint32_t kNodesBetweenLooks = 256;  // at the clock
}  // namespace

std::uint64_t outcome_base(const StageOrder& order) {
  const auto& graph = order.graph();
  std::uint64_t base = 1;
  for (StageGraph::StateId state = 0; state < graph.solved(); ++state)
    for (const auto action : graph.actions(state)) {
      const auto outcomes = graph.outcomes(action);
      auto count = outcomes.size();
      if (!order.has_horizon())  // staying means trying again
        count -= static_cast<std::size_t>(
            std::ranges::count(outcomes, state, [](const auto& outcome) { return outcome.successor; }));
      if (count < 2 || base % count == 0) continue;
      const auto factor = count / std::gcd(base, count);
      if (factor > std::uint64_t{std::numeric_limits<std::int64_t>::max()} / base)
        throw std::overflow_error("the numbers of outcomes have no common multiple below 2^63");
      base *= factor;
    }
  return base;
}

StageValues::StageValues(const StageOrder& order, Aim aim, const Deadline& deadline)
    : order_(order),
      graph_(order.graph()),
      aim_(aim),
      width_(order.graph().players().size() + (aim == Aim::total ? 1 : 0)),
      base_(outcome_base(order)),
      powers_{Natural(1)},
      entries_(order.size() * width_) {
  if (aim == Aim::total) choices_.assign(order.size(), kNoChoice);
  for (StageGraph::StateId state = 0; state < graph_.state_count(); ++state)
    if (graph_.ends(state))
      for (const auto goal : graph_.goals(state))
        if (goal < 0) shift_ = std::max(shift_, static_cast<std::uint32_t>(-goal));
  for (std::uint32_t player = 0; player < graph_.players().size(); ++player)
    least_.emplace_back(graph_.move_count(player), kNone);
  std::uint32_t steps = 0;
  order.for_each([&](const StageOrder::Node& node, auto successor) {
    if (++steps % kNodesBetweenLooks == 0 && deadline.passed()) throw OutOfTime();
    evaluate(node, successor);
  });
}

const Natural& StageValues::power(std::uint32_t exponent) {
  while (powers_.size() <= exponent) {
    auto next = powers_.back();
    next *= base_;
    powers_.push_back(std::move(next));
  }
  return powers_[exponent];
}

Natural StageValues::raised(const Scaled& value, std::uint32_t exponent) {
  return value.exponent == exponent ? value.numerator : value.numerator * power(exponent - value.exponent);
}

bool StageValues::less(const Scaled& left, const Scaled& right) {
  const auto exponent = std::max(left.exponent, right.exponent);
  if (left.exponent == right.exponent) return left.numerator < right.numerator;
  return raised(left, exponent) < raised(right, exponent);
}

StageValues::Scaled StageValues::value(NodeId node, std::size_t player) const {
  const auto& entry = entries_[node * width_ + player];
  return {Natural(std::span(words_).subspan(entry.first, entry.words)), entry.exponent};
}

void StageValues::store(NodeId node, std::size_t player, const Scaled& value) {
  const auto words = value.numerator.words();
  entries_[node * width_ + player] = {words_.size(), static_cast<std::uint32_t>(words.size()),
                                      value.exponent};
  words_.insert(words_.end(), words.begin(), words.end());
}

// The mean over chance's outcomes. Without a horizon an outcome that leads back to the state itself means
// trying again: it drops out, and the others share its probability; if there are no others, it is worth 0.
template <class Successor>
void StageValues::expect(const StageOrder::Node& node, StageGraph::ActionId action, Successor successor) {
  const auto outcomes = graph_.outcomes(action);
  const auto counts = [&](const StageGraph::Outcome& outcome) {
    return order_.has_horizon() || outcome.successor != node.state;
  };
  const auto many = static_cast<std::uint64_t>(std::ranges::count_if(outcomes, counts));
  for (std::size_t player = 0; player < width_; ++player) {
    if (expected_.size() <= count_) expected_.emplace_back();
    auto& mean = expected_[count_++];
    mean = {};
    if (many == 0) {
      mean.numerator = Natural(shift_ * (player < graph_.players().size() ? 1 : graph_.players().size()));
      continue;
    }
    for (const auto& outcome : outcomes)
      if (counts(outcome))
        mean.exponent =
            std::max(mean.exponent,
                     entries_[successor(outcome.successor) * width_ + graph_.seat(outcome, player)].exponent);
    for (const auto& outcome : outcomes)
      if (counts(outcome))
        mean.numerator +=
            raised(value(successor(outcome.successor), graph_.seat(outcome, player)), mean.exponent);
    if (many > 1) {
      mean.numerator *= base_ / many;
      ++mean.exponent;
    }
  }
}

template <class Successor>
void StageValues::evaluate(const StageOrder::Node& node, Successor successor) {
  if (graph_.ends(node.state) || node.last) {
    std::uint64_t sum = 0;
    for (std::size_t player = 0; player < graph_.players().size(); ++player) {
      const auto goal = static_cast<std::uint64_t>(std::int64_t{goal_at(graph_, node, player)} + shift_);
      store(node.id, player, {Natural(goal), 0});
      sum += goal;
    }
    if (aim_ == Aim::total) store(node.id, graph_.players().size(), {Natural(sum), 0});
    return;
  }
  count_ = 0;
  for (const auto action : graph_.actions(node.state)) expect(node, action, successor);
  if (aim_ == Aim::total) {
    const auto chosen = greatest(width_ - 1) / width_;
    choices_[node.id] = static_cast<std::uint32_t>(chosen);
    for (std::size_t player = 0; player < width_; ++player)
      store(node.id, player, expected_[chosen * width_ + player]);
    return;
  }
  for (std::size_t player = 0; player < width_; ++player) {
    if (aim_ == Aim::favourable) {
      store(node.id, player, expected_[greatest(player)]);
    } else {
      secure(node, player);
    }
  }
}

// The place of the first of a player's greatest expectations.
std::size_t StageValues::greatest(std::size_t player) {
  auto best = player;
  for (auto i = player + width_; i < count_; i += width_)
    if (less(expected_[best], expected_[i])) best = i;
  return best;
}

// The best (or worst) over the player's own moves of the least over the others'.
void StageValues::secure(const StageOrder::Node& node, std::size_t player) {
  auto& least = least_[player];
  own_.clear();
  std::uint32_t place = static_cast<std::uint32_t>(player);
  for (const auto action : graph_.actions(node.state)) {
    const auto move = graph_.moves(action)[player];
    if (least[move] == kNone) {
      own_.push_back(move);
      least[move] = place;
    } else if (less(expected_[place], expected_[least[move]])) {
      least[move] = place;
    }
    place += static_cast<std::uint32_t>(width_);
  }
  auto chosen = least[own_.front()];
  for (const auto move : own_) {
    const auto better = aim_ == Aim::worst ? less(expected_[least[move]], expected_[chosen])
                                           : less(expected_[chosen], expected_[least[move]]);
    if (better) chosen = least[move];
    least[move] = kNone;
  }
  store(node.id, player, expected_[chosen]);
}

}  // namespace woodstock::stages
