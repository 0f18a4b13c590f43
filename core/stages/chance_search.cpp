#include "stages/chance_search.hpp"

#include <algorithm>

#include "csp/search.hpp"

namespace woodstock::stages {

using namespace csp;

ChanceSearch::ChanceSearch(Csp csp, std::vector<VariableId> decisions,
                           std::vector<Distribution> distributions, Wide need, Filter filter)
    : decisions_(std::move(decisions)),
      distributions_(std::move(distributions)),
      need_(std::max(need, Wide(1))),
      propagation_(std::move(csp), filter),
      values_(propagation_.domains().count(), 0) {
  Wide product(1);
  for (const auto& distribution : distributions_) {
    product = product * Wide(distribution.denominator);
    std::uint32_t after = 0;
    for (const auto x : distribution.scope()) {
      const auto place = std::ranges::find(decisions_, x);
      after = place == decisions_.end()
                  ? kNever
                  : std::max(after, static_cast<std::uint32_t>(place - decisions_.begin()) + 1);
      if (after == kNever) break;
    }
    decided_.push_back(
        {after, std::vector<std::int64_t>(propagation_.domains().initial_size(distribution.variable), 0)});
  }
}

// Whether the outcomes left are likely enough: the product of what is left of each stochastic variable whose
// distribution is settled.
bool ChanceSearch::within_reach() {
  Wide bound(1);
  for (std::size_t i = 0; i < distributions_.size(); ++i) {
    const auto& distribution = distributions_[i];
    if (decided_[i].after > path_.size()) {
      bound = bound * Wide(distribution.denominator);
      continue;
    }
    auto& weights = decided_[i].weights;
    distribution.weigh(values_, weights);
    std::int64_t mass = 0;
    for (ValueId value = 0; value < weights.size(); ++value)
      if (propagation_.domains().contains(distribution.variable, value)) mass += weights[value];
    bound = bound * Wide(mass);
  }
  return bound >= need_;
}

// The probability of the outcomes that all constraints allow.
Wide ChanceSearch::satisfaction(const Deadline& deadline) {
  Wide total(0);
  outcomes_.clear();
  Search outcomes(propagation_);
  for (auto step = outcomes.next(deadline); step != Step::exhausted; step = outcomes.next(deadline)) {
    if (step == Step::timed_out) throw OutOfTime();
    const auto& outcome = outcomes_.emplace_back(outcomes.assignment());
    Wide weight(1);
    for (std::size_t i = 0; i < distributions_.size(); ++i) {
      auto& weights = decided_[i].weights;
      distributions_[i].weigh(outcome, weights);
      weight = weight * Wide(weights[outcome[distributions_[i].variable]]);
    }
    total = total + weight;
  }
  return total;
}

// Takes the next decision; false if that cannot reach the threshold.
bool ChanceSearch::descend(ValueId value) {
  const auto x = decisions_[path_.size()];
  ++propagation_.count().nodes;
  propagation_.push();
  path_.push_back(value);
  values_[x] = value;
  return propagation_.assign(x, value) && propagation_.propagate() && within_reach();
}

std::optional<ChancePolicy> ChanceSearch::next(const Deadline& deadline) {
  if (state_ == State::done) return std::nullopt;
  auto alive = state_ == State::start && propagation_.propagate() && within_reach();
  if (state_ == State::start && alive && decisions_.empty()) {
    state_ = State::done;
    const auto reached = satisfaction(deadline);
    return reached >= need_ ? std::optional(ChancePolicy{{}, reached}) : std::nullopt;
  }
  state_ = State::running;
  for (;;) {
    if (deadline.passed()) throw OutOfTime();
    if (alive && path_.size() < decisions_.size()) {
      alive = descend(propagation_.domains().value(decisions_[path_.size()]));
      continue;
    }
    if (alive) {
      const auto reached = satisfaction(deadline);
      if (reached >= need_) return ChancePolicy{path_, reached};
    }
    do {  // back to a decision with a value left
      if (path_.empty()) {
        state_ = State::done;
        return std::nullopt;
      }
      const auto last = path_.back();
      path_.pop_back();
      propagation_.pop();
      const auto value = propagation_.domains().next(decisions_[path_.size()], last + 1);
      if (value != Domains::kSome) {
        alive = descend(value);
        break;
      }
    } while (true);
  }
}

}  // namespace woodstock::stages
