#include "csp/propagators/str2.hpp"

#include <utility>

namespace woodstock::csp {

Str2::Str2(const Csp& csp, Trail& trail, Domains& domains) : csp_(csp), trail_(trail), domains_(domains) {
  for (const auto& table : csp.tables) {
    shapes_.push_back({static_cast<std::uint32_t>(order_.size()), trail_.allocate(1, table.rows())});
    for (std::uint32_t row = 0; row < table.rows(); ++row) order_.push_back(row);
    if (supported_.size() < table.arity()) supported_.resize(table.arity());
  }
  missing_.resize(supported_.size());
}

bool Str2::possible(const Table& table, std::int32_t cell, VariableId variable) const {
  if (cell == Table::kStar) return true;
  if (cell >= 0) return domains_.contains(variable, static_cast<ValueId>(cell));
  for (auto a = domains_.next(variable); a != Domains::kSome; a = domains_.next(variable, a + 1))
    if (table.cell_allows(cell, a)) return true;
  return false;
}

void Str2::support(const Table& table, std::int32_t cell, std::uint32_t column) {
  auto& flags = supported_[column];
  const auto mark = [&](ValueId a) {
    if (flags[a] == 0) {
      flags[a] = 1;
      --missing_[column];
    }
  };
  if (cell >= 0) return mark(static_cast<ValueId>(cell));
  const auto variable = table.scope[column];
  for (auto a = domains_.next(variable); a != Domains::kSome; a = domains_.next(variable, a + 1))
    if (table.cell_allows(cell, a)) mark(a);
}

Propagator::Outcome Str2::propagate(std::uint32_t number, std::uint64_t changed, bool force) {
  const auto& table = csp_.tables[number];
  const auto& shape = shapes_[number];
  open_.clear();
  for (std::uint32_t column = 0; column < table.arity(); ++column) {
    const auto variable = table.scope[column];
    if (domains_.bound(variable)) continue;
    open_.push_back(column);
    supported_[column].assign(domains_.initial_size(variable), 0);
    missing_[column] = domains_.size(variable);
  }
  const auto before = static_cast<std::uint32_t>(trail_[shape.live]);
  auto live = before;
  auto* rows = order_.data() + shape.first;
  for (std::uint32_t i = 0; i < live;) {
    auto valid = true;
    for (std::uint32_t column = 0; column < table.arity() && valid; ++column)
      if (changed >> (column % 64) & 1U)
        valid = possible(table, table.cell(rows[i], column), table.scope[column]);
    if (!valid) {
      std::swap(rows[i], rows[--live]);
      continue;
    }
    for (std::size_t k = 0; k < open_.size();) {
      support(table, table.cell(rows[i], open_[k]), open_[k]);
      if (missing_[open_[k]] == 0) {
        open_[k] = open_.back();
        open_.pop_back();
      } else {
        ++k;
      }
    }
    ++i;
  }
  if (live == 0) return Outcome::wiped_out;
  if (live == before && !force) return Outcome::filtered;
  trail_.set(shape.live, live);
  for (const auto column : open_) {
    const auto variable = table.scope[column];
    for (auto a = domains_.next(variable); a != Domains::kSome; a = domains_.next(variable, a + 1))
      if (supported_[column][a] == 0 && !domains_.remove(variable, a)) return Outcome::wiped_out;
  }
  return Outcome::filtered;
}

}  // namespace woodstock::csp
