#include "csp/propagation.hpp"

#include <algorithm>

namespace woodstock::csp {

namespace {
constexpr std::uint32_t kNoSlot = 0xffffffff;
}

Propagation::Propagation(Csp csp, Filter filter, std::uint32_t root_end)
    : csp_(std::move(csp)),
      domains_(trail_, csp_.sizes),
      entailed_(trail_.allocate(csp_.tables.size() / 64 + 1)),
      propagator_(kind_of(filter).make(csp_, trail_, domains_)),
      queue_(csp_.tables.size()),
      pending_(csp_.tables.size(), 0),
      is_dirty_(csp_.sizes.size(), 0),
      tables_of_(csp_.sizes.size()),
      root_end_(std::min(root_end, static_cast<std::uint32_t>(csp_.tables.size()))),
      forced_(csp_.tables.size(), 0) {
  const auto variables = static_cast<std::uint32_t>(csp_.sizes.size());
  std::vector<std::vector<Watch>> watches(variables);
  value_slot_.assign(variables, kNoSlot);
  for (std::uint32_t t = 0; t < csp_.tables.size(); ++t) {
    const auto& scope = csp_.tables[t].scope;
    for (std::uint32_t c = 0; c < scope.size(); ++c) {
      const auto x = scope[c];
      tables_of_[x].push_back(t);
      if (const auto value = propagator_->decisive_value(t, c)) {
        if (value_slot_[x] == kNoSlot) {
          value_slot_[x] = static_cast<std::uint32_t>(value_watch_.size());
          value_watch_.resize(value_watch_.size() + csp_.sizes[x]);
        }
        value_watch_[value_slot_[x] + *value].push_back({t, c});
      } else {
        watches[x].push_back({t, c});
      }
    }
  }
  watch_start_.push_back(0);
  for (const auto& list : watches) {
    watch_.insert(watch_.end(), list.begin(), list.end());
    watch_start_.push_back(static_cast<std::uint32_t>(watch_.size()));
  }
}

bool Propagation::run(std::uint32_t table, std::uint64_t changed, bool force) {
  ++counters_.propagations;
  const auto outcome = propagator_->propagate(table, changed, force);
  if (outcome == Propagator::Outcome::entailed) {
    const auto index = entailed_ + table / 64;
    trail_.set(index, trail_[index] | std::uint64_t{1} << table % 64);
  }
  return outcome != Propagator::Outcome::wiped_out;
}

void Propagation::drain(std::uint32_t except) {
  for (const auto& event : domains_.events) {
    const auto x = event.variable;
    if (event.value == Domains::kSome) {
      for (auto i = watch_start_[x]; i < watch_start_[x + 1]; ++i) wake(watch_[i], except);
      continue;
    }
    if (value_slot_[x] != kNoSlot) {
      for (const auto& watch : value_watch_[value_slot_[x] + event.value]) wake(watch, except);
      if (domains_.size(x) == 1)
        for (const auto& watch : value_watch_[value_slot_[x] + domains_.value(x)]) wake(watch, except);
    }
    if (is_dirty_[x] == 0 && watch_start_[x] != watch_start_[x + 1]) {
      is_dirty_[x] = 1;
      dirty_.push_back(x);
    }
  }
  domains_.events.clear();
}

// The first look at every table that takes part at the root.
bool Propagation::start() {
  fresh_ = depth() != 0;  // what a deeper level filters, pop() undoes
  for (std::uint32_t t = 0; t < root_end_; ++t) {
    if (!run(t, ~std::uint64_t{0}, true)) {
      fresh_ = true;
      forget();
      return false;
    }
    drain(kNoTable);
  }
  return true;
}

// Tables beyond the root's that would do something if they looked now, each on its own.
void Propagation::find_rest() {
  for (auto t = root_end_; t < csp_.tables.size(); ++t) {
    trail_.push();
    const auto consistent = run(t, ~std::uint64_t{0}, true);
    if (!consistent || trail_.changes() != 0) {
      rest_.push_back(t);
      forced_[t] = 1;
    }
    domains_.events.clear();
    trail_.pop();
  }
}

void Propagation::wake_rest() {
  for (const auto t : rest_) {
    pending_[t] = ~std::uint64_t{0};
    queue_.insert(t);
  }
}

void Propagation::wake_dirty() {
  for (const auto x : dirty_) {
    is_dirty_[x] = 0;
    for (auto i = watch_start_[x]; i < watch_start_[x + 1]; ++i) wake(watch_[i], kNoTable);
  }
  dirty_.clear();
}

bool Propagation::propagate(std::uint32_t end) {
  drain(kNoTable);
  if (fresh_) {
    if (!start()) return false;
    if (root_end_ < csp_.tables.size() && depth() == 0) {
      if (!propagate(root_end_)) return false;
      forget();
      find_rest();
      return true;
    }
  }
  for (;;) {
    // Wide variables wake their tables last, so that one look sees all that changed; what waits beyond `end`
    // must not keep them from it.
    const auto settled = queue_.empty() || (end != kNoTable && queue_.least() >= end);
    if (settled && dirty_.empty()) return true;
    if (settled) {
      wake_dirty();
      continue;
    }
    const auto table = queue_.pop();
    const auto changed = pending_[table];
    pending_[table] = 0;
    if (!run(table, changed, forced_[table] != 0)) {
      forget();
      return false;
    }
    drain(table);
  }
}

bool Propagation::filter(std::uint32_t table) {
  const auto consistent = run(table, ~std::uint64_t{0}, true);
  domains_.events.clear();
  return consistent;
}

void Propagation::forget() {
  domains_.events.clear();
  while (!queue_.empty()) pending_[queue_.pop()] = 0;
  for (const auto x : dirty_) is_dirty_[x] = 0;
  dirty_.clear();
}

std::uint32_t Propagation::dynamic_degree(VariableId x) const {
  std::uint32_t degree = 0;
  for (const auto t : tables_of_[x])
    for (const auto y : csp_.tables[t].scope)
      if (y != x && !domains_.bound(y)) {
        ++degree;
        break;
      }
  return degree;
}

std::size_t Propagation::bytes() const {
  auto total = trail_.bytes() + watch_.capacity() * sizeof(Watch) + propagator_->bytes();
  for (const auto& table : csp_.tables)
    total += table.cells.capacity() * sizeof(std::int32_t) + table.scope.capacity() * sizeof(VariableId) +
             sizeof(Table);
  for (const auto& list : tables_of_) total += list.capacity() * sizeof(std::uint32_t) + sizeof(list);
  for (const auto& list : value_watch_) total += list.capacity() * sizeof(Watch) + sizeof(list);
  return total;
}

}  // namespace woodstock::csp
