#include <algorithm>

#include "woodstock/csp/search.hpp"

namespace woodstock::csp {

Search::Search(Propagation& engine, std::vector<VariableId> first, Inference inference)
    : engine_(engine), first_(std::move(first)), inference_(inference) {
  std::vector<std::uint8_t> taken(engine.domains().count(), 0);
  for (const auto x : first_) taken[x] = 1;
  for (VariableId x = 0; x < engine.domains().count(); ++x)
    if (taken[x] == 0) rest_.push_back(x);
  assigned_.assign(engine.domains().count(), 0);
}

std::vector<ValueId> Search::assignment() const {
  std::vector<ValueId> values;
  for (VariableId x = 0; x < engine_.domains().count(); ++x) values.push_back(engine_.domains().value(x));
  return values;
}

void Search::reset() {
  while (!frames_.empty()) {
    engine_.pop();
    assigned_[frames_.back().variable] = 0;
    frames_.pop_back();
  }
  if (state_ == State::at_solution || state_ == State::interrupted) engine_.pop();
  state_ = State::start;
}

// dom/ddeg: the smallest domain per dynamic degree wins. A lone candidate needs no degree.
bool Search::select(VariableId& chosen) {
  const auto& domains = engine_.domains();
  const auto checking = inference_ == Inference::forward_checking;
  auto found = false;
  std::uint64_t size = 0;
  std::uint64_t degree = 0;
  const auto look = [&](const std::vector<VariableId>& candidates) {
    for (const auto x : candidates) {
      if (checking ? assigned_[x] != 0 : domains.bound(x)) continue;
      if (checking && domains.bound(x)) {
        chosen = x;
        return found = true;
      }
      if (!found) {
        found = true;
        chosen = x;
        continue;
      }
      if (degree == 0) {
        size = domains.size(chosen);
        degree = std::max(1U, engine_.dynamic_degree(chosen));
      }
      const std::uint64_t other_size = domains.size(x);
      const std::uint64_t other_degree = std::max(1U, engine_.dynamic_degree(x));
      if (other_size * degree < size * other_degree) {
        chosen = x;
        size = other_size;
        degree = other_degree;
      }
    }
    return found;
  };
  look(first_);
  if (!found && (checking || domains.unbound() != 0)) look(rest_);
  return found;
}

bool Search::forward_check(VariableId x) {
  for (const auto t : engine_.tables_of(x)) {
    std::uint32_t open = 0;
    for (const auto y : engine_.csp().tables[t].scope) open += assigned_[y] == 0;
    if (open <= 1 && !engine_.filter(t)) return false;
  }
  return true;
}

bool Search::descend(VariableId x, ValueId a) {
  engine_.push();
  frames_.push_back({x, a});
  ++engine_.count().nodes;
  if (!engine_.assign(x, a)) return false;
  if (inference_ == Inference::arc_consistency) return engine_.propagate();
  assigned_[x] = 1;
  engine_.forget();
  return forward_check(x);
}

Step Search::next(const Deadline& deadline) {
  auto alive = true;
  switch (state_) {
    case State::done:
      return Step::exhausted;
    case State::start:
      engine_.push();
      if (inference_ == Inference::arc_consistency) {
        alive = engine_.propagate();
      } else {
        engine_.forget();
        for (std::uint32_t t = 0; t < engine_.csp().tables.size() && alive; ++t)
          if (engine_.csp().tables[t].arity() == 1) alive = engine_.filter(t);
      }
      if (!alive) {
        engine_.pop();
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
      alive = descend(x, engine_.domains().value(x));
      continue;
    }
    if (frames_.empty()) {
      engine_.pop();
      state_ = State::done;
      return Step::exhausted;
    }
    const auto [x, a] = frames_.back();
    frames_.pop_back();
    assigned_[x] = 0;
    engine_.pop();
    const auto b = engine_.domains().next(x, a + 1);
    if (b == Domains::kSome) continue;
    if (steps % 64 == 0 && deadline.passed()) return pause({x, b});
    alive = descend(x, b);
  }
}

}  // namespace woodstock::csp
