#include "csp/search.hpp"

#include <algorithm>

namespace woodstock::csp {

Search::Search(Propagation& propagation, std::vector<VariableId> first, Inference inference)
    : propagation_(propagation), first_(std::move(first)), inference_(inference) {
  std::vector<std::uint8_t> taken(propagation.domains().count(), 0);
  for (const auto x : first_) taken[x] = 1;
  for (VariableId x = 0; x < propagation.domains().count(); ++x)
    if (taken[x] == 0) rest_.push_back(x);
  assigned_.assign(propagation.domains().count(), 0);
}

std::vector<ValueId> Search::assignment() const {
  std::vector<ValueId> values;
  for (VariableId x = 0; x < propagation_.domains().count(); ++x)
    values.push_back(propagation_.domains().value(x));
  return values;
}

void Search::reset() {
  ready_.clear();
  while (!frames_.empty()) {
    propagation_.pop();
    assigned_[frames_.back().variable] = 0;
    frames_.pop_back();
  }
  if (state_ == State::at_solution || state_ == State::interrupted) propagation_.pop();
  state_ = State::start;
}

// Forward checking first settles what has one value left. Then dom/ddeg: the smallest domain per dynamic
// degree wins; a lone candidate needs no degree.
bool Search::select(VariableId& chosen) {
  const auto& domains = propagation_.domains();
  const auto checking = inference_ == Inference::forward_checking;
  while (!ready_.empty()) {
    chosen = ready_.back();
    ready_.pop_back();
    if (assigned_[chosen] == 0 && domains.bound(chosen)) return true;
  }
  auto found = false;
  std::uint64_t size = 0;
  std::uint64_t degree = 0;
  const auto look = [&](const std::vector<VariableId>& candidates) {
    for (const auto x : candidates) {
      if (checking ? assigned_[x] != 0 : domains.bound(x)) continue;
      if (!found) {
        found = true;
        chosen = x;
        continue;
      }
      if (degree == 0) {
        size = domains.size(chosen);
        degree = std::max(1U, propagation_.dynamic_degree(chosen));
      }
      const std::uint64_t other_size = domains.size(x);
      const std::uint64_t other_degree = std::max(1U, propagation_.dynamic_degree(x));
      if (other_size * degree < size * other_degree) {
        chosen = x;
        size = other_size;
        degree = other_degree;
      }
    }
  };
  look(first_);
  if (!found && (checking || domains.unbound() != 0)) look(rest_);
  return found;
}

// Filters the tables over x with at most one variable left to assign.
bool Search::forward_check(VariableId x) {
  for (const auto t : propagation_.tables_of(x)) {
    const auto& scope = propagation_.csp().tables[t].scope;
    std::uint32_t open = 0;
    auto last = x;
    for (const auto y : scope)
      if (assigned_[y] == 0) {
        ++open;
        last = y;
      }
    if (open > 1) continue;
    if (!propagation_.filter(t)) return false;
    if (open == 1 && propagation_.domains().bound(last)) ready_.push_back(last);
  }
  return true;
}

bool Search::descend(VariableId x, ValueId a) {
  propagation_.push();
  frames_.push_back({x, a});
  if (!propagation_.domains().bound(x)) ++propagation_.count().nodes;
  if (!propagation_.assign(x, a)) return false;
  if (inference_ == Inference::arc_consistency) return propagation_.propagate();
  assigned_[x] = 1;
  propagation_.forget();
  return forward_check(x);
}

Step Search::next(const Deadline& deadline) {
  auto alive = true;
  switch (state_) {
    case State::done:
      return Step::exhausted;
    case State::start:
      propagation_.push();
      if (inference_ == Inference::arc_consistency) {
        alive = propagation_.propagate();
      } else {
        propagation_.forget();
        for (std::uint32_t t = 0; t < propagation_.csp().tables.size() && alive; ++t)
          if (propagation_.csp().tables[t].arity() == 1) alive = propagation_.filter(t);
        for (VariableId x = 0; x < propagation_.domains().count(); ++x)
          if (propagation_.domains().bound(x)) ready_.push_back(x);
      }
      if (!alive) {
        propagation_.pop();
        state_ = State::done;
        return Step::exhausted;
      }
      break;
    case State::at_solution:
      alive = false;
      break;
    case State::interrupted:
      alive = resume_.value == Domains::kSome || descend(resume_.variable, resume_.value);
      break;
  }
  state_ = State::at_solution;
  const auto pause = [&](Frame frame) {
    state_ = State::interrupted;
    resume_ = frame;
    return Step::timed_out;
  };
  for (std::uint32_t steps = 1;; ++steps) {
    if (alive) {
      VariableId x = 0;
      if (!select(x)) return Step::solution;
      if (steps % 64 == 0 && deadline.passed()) return pause({0, Domains::kSome});
      alive = descend(x, propagation_.domains().value(x));
      continue;
    }
    if (frames_.empty()) {
      propagation_.pop();
      state_ = State::done;
      return Step::exhausted;
    }
    const auto [x, a] = frames_.back();
    frames_.pop_back();
    ready_.clear();
    assigned_[x] = 0;
    propagation_.pop();
    const auto b = propagation_.domains().next(x, a + 1);
    if (b == Domains::kSome) continue;
    if (steps % 64 == 0 && deadline.passed()) return pause({x, b});
    alive = descend(x, b);
  }
}

}  // namespace woodstock::csp
