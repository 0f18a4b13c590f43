#include "csp/propagators/compact_table.hpp"

#include <algorithm>

namespace woodstock::csp {

std::optional<ValueId> CompactTables::decisive_value(std::uint32_t table, std::uint32_t column) const {
  const auto& info = columns_[shapes_[table].first_column + column];
  if (info.narrow || info.classes != 2) return std::nullopt;
  const auto& part = classes_[info.first_class];
  if (part.count != 1 || classes_[info.first_class + 1].count != 0) return std::nullopt;
  return class_values_[part.first];
}

bool CompactTables::alive(const Column& column, const Class& part) const {
  if (column.narrow) return (domains_.word(column.variable) & part.values) != 0;
  if (part.count != 0) {
    for (std::uint32_t i = 0; i < part.count; ++i)
      if (domains_.contains(column.variable, class_values_[part.first + i])) return true;
    return false;
  }
  // The unmentioned values: some are left if the domain is larger than what is left of the others.
  auto left = domains_.size(column.variable);
  for (std::uint32_t c = 0; c + 1 < column.classes; ++c) {
    const auto& other = classes_[column.first_class + c];
    for (std::uint32_t i = 0; i < other.count && left != 0; ++i)
      if (domains_.contains(column.variable, class_values_[other.first + i])) --left;
  }
  return left != 0;
}

// The rows of a small table that allow some value left in a wide column.
std::uint64_t CompactTables::wide_rows(const Column& column) const {
  const auto* parts = classes_.data() + column.first_class;
  const auto* masks = masks_.data() + column.first_mask;
  const auto x = column.variable;
  const auto size = domains_.size(x);
  const auto only = size == 1 ? domains_.value(x) : Domains::kSome;
  std::uint64_t mask = 0;
  std::uint32_t present = 0;
  for (std::uint32_t i = 0; i < column.classes; ++i) {
    const auto* values = class_values_.data() + parts[i].first;
    const auto before = present;
    if (size == 1) {
      for (std::uint32_t k = 0; k < parts[i].count; ++k) present += values[k] == only;
    } else {
      for (std::uint32_t k = 0; k < parts[i].count; ++k) present += domains_.contains(x, values[k]);
    }
    // The last class may be that of the unmentioned values: alive if some value was not counted.
    if (parts[i].count == 0 ? present < size : present != before) mask |= masks[i];
  }
  return mask;
}

bool CompactTables::discard(const Column& column, const Class& part) {
  if (column.narrow) return domains_.keep(column.variable, ~part.values);
  if (part.count != 0) {
    for (std::uint32_t i = 0; i < part.count; ++i)
      if (!domains_.remove(column.variable, class_values_[part.first + i])) return false;
    return true;
  }
  std::vector<ValueId> kept;
  for (std::uint32_t c = 0; c + 1 < column.classes; ++c) {
    const auto& other = classes_[column.first_class + c];
    for (std::uint32_t i = 0; i < other.count; ++i) kept.push_back(class_values_[other.first + i]);
  }
  std::sort(kept.begin(), kept.end());
  for (auto a = domains_.next(column.variable); a != Domains::kSome;
       a = domains_.next(column.variable, a + 1))
    if (!std::binary_search(kept.begin(), kept.end(), a) && !domains_.remove(column.variable, a))
      return false;
  return true;
}

CompactTables::Outcome CompactTables::propagate(std::uint32_t table, std::uint64_t changed, bool force) {
  const auto& shape = shapes_[table];
  if (shape.first_pair != kNone) return propagate_pairs(shape, changed, force);
  if (shape.words == 1) return propagate_small(shape, changed, force);
  return propagate_large(shape, changed, force) ? Outcome::filtered : Outcome::wiped_out;
}

CompactTables::Outcome CompactTables::propagate_pairs(const Shape& shape, std::uint64_t changed, bool force) {
  const auto before = trail_[shape.live];
  auto live = before;
  const auto* columns = pairs_.data() + shape.first_pair;
  for (std::uint32_t c = 0; c < shape.columns; ++c) {
    if ((changed >> (c % 64) & 1U) == 0) continue;
    const auto& column = columns[c];
    const auto domain = trail_[column.cell];
    live &= ((domain & column.values[0]) != 0 ? column.masks[0] : 0) |
            ((domain & column.values[1]) != 0 ? column.masks[1] : 0);
  }
  if (live == 0) return Outcome::wiped_out;
  if (live == before && !force) return Outcome::filtered;
  if (live != before) trail_.set(shape.live, live);
  auto covering = live;  // rows that allow every combination of what is left
  for (std::uint32_t c = 0; c < shape.columns; ++c) {
    const auto& column = columns[c];
    const auto domain = trail_[column.cell];
    if ((domain & (domain - 1)) == 0) continue;
    const auto first = (live & column.masks[0]) != 0 ? column.values[0] : 0;
    const auto second = (live & column.masks[1]) != 0 ? column.values[1] : 0;
    if ((domain & ~(first | second)) != 0 && !domains_.keep(column.variable, first | second))
      return Outcome::wiped_out;
    if ((domain & first) != 0) covering &= column.masks[0];
    if ((domain & second) != 0) covering &= column.masks[1];
  }
  return covering != 0 ? Outcome::entailed : Outcome::filtered;
}

CompactTables::Outcome CompactTables::propagate_small(const Shape& shape, std::uint64_t changed, bool force) {
  const auto before = trail_[shape.live];
  auto live = before;
  const auto* columns = columns_.data() + shape.first_column;
  for (std::uint32_t c = 0; c < shape.columns; ++c) {
    const auto& column = columns[c];
    // Changes of wide domains are reported late, so those columns are always looked at.
    if (column.narrow && (changed >> (c % 64) & 1U) == 0) continue;
    const auto* parts = classes_.data() + column.first_class;
    const auto* masks = masks_.data() + column.first_mask;
    std::uint64_t mask = 0;
    if (column.narrow) {
      const auto domain = domains_.word(column.variable);
      for (std::uint32_t i = 0; i < column.classes; ++i)
        mask |= (domain & parts[i].values) != 0 ? masks[i] : 0;
    } else {
      mask = wide_rows(column);
    }
    live &= mask;
  }
  if (live == 0) return Outcome::wiped_out;
  if (live == before && !force) return Outcome::filtered;
  if (live != before) trail_.set(shape.live, live);
  auto covering = live;
  for (std::uint32_t c = 0; c < shape.columns; ++c) {
    const auto& column = columns[c];
    const auto* parts = classes_.data() + column.first_class;
    const auto* masks = masks_.data() + column.first_mask;
    if (column.narrow) {
      const auto domain = domains_.word(column.variable);
      if ((domain & (domain - 1)) == 0) continue;
      std::uint64_t supported = 0;
      for (std::uint32_t i = 0; i < column.classes; ++i) {
        if ((live & masks[i]) == 0) continue;
        supported |= parts[i].values;
        if ((domain & parts[i].values) != 0) covering &= masks[i];
      }
      if (!domains_.keep(column.variable, supported)) return Outcome::wiped_out;
    } else if (!domains_.bound(column.variable)) {
      for (std::uint32_t i = 0; i < column.classes; ++i) {
        if ((live & masks[i]) == 0) {
          if (!discard(column, parts[i])) return Outcome::wiped_out;
        } else if ((covering & ~masks[i]) != 0 && alive(column, parts[i])) {
          covering &= masks[i];
        }
      }
    }
  }
  return covering != 0 ? Outcome::entailed : Outcome::filtered;
}

bool CompactTables::propagate_large(const Shape& shape, std::uint64_t changed, bool force) {
  auto* order = order_.data() + shape.first_order;
  auto limit = static_cast<std::uint32_t>(trail_[shape.limit]);
  const auto words = shape.words;
  auto lost = false;
  for (std::uint32_t c = 0; c < shape.columns; ++c) {
    const auto& column = columns_[shape.first_column + c];
    if (column.narrow && (changed >> (c % 64) & 1U) == 0) continue;
    const auto* parts = classes_.data() + column.first_class;
    for (std::uint32_t k = 0; k < limit; ++k) scratch_[k] = 0;
    // Removal when fewer classes died than live, if the column allows it; otherwise reset.
    auto removal = false;
    if (column.narrow) {
      const auto domain = domains_.word(column.variable);
      const auto seen = trail_[column.seen];
      if (seen == domain) continue;
      if (column.first_exact != kNone) {
        std::uint32_t dead = 0;
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < column.classes; ++i) {
          if ((parts[i].values & domain) != 0)
            ++kept;
          else if ((parts[i].values & seen) != 0)
            ++dead;
        }
        removal = dead < kept;
      }
      if (removal) {
        for (std::uint32_t i = 0; i < column.classes; ++i) {
          if ((parts[i].values & seen) == 0 || (parts[i].values & domain) != 0) continue;
          const auto* mask = masks_.data() + column.first_exact + std::size_t{i} * words;
          for (std::uint32_t k = 0; k < limit; ++k) scratch_[k] |= mask[order[k]];
        }
      }
      trail_.set(column.seen, domain);
    }
    if (!removal) {
      for (std::uint32_t i = 0; i < column.classes; ++i) {
        if (!alive(column, parts[i])) continue;
        const auto* mask = masks_.data() + column.first_mask + std::size_t{i} * words;
        for (std::uint32_t k = 0; k < limit; ++k) scratch_[k] |= mask[order[k]];
      }
    }
    for (auto k = limit; k-- > 0;) {
      const auto word = trail_[shape.live + order[k]];
      const auto left = word & (removal ? ~scratch_[k] : scratch_[k]);
      if (left == word) continue;
      lost = true;
      trail_.set(shape.live + order[k], left);
      if (left == 0) std::swap(order[k], order[--limit]);
    }
    if (limit == 0) return false;
  }
  if (!lost && !force) return true;
  trail_.set(shape.limit, limit);
  for (std::uint32_t c = 0; c < shape.columns; ++c) {
    const auto& column = columns_[shape.first_column + c];
    if (domains_.bound(column.variable)) continue;
    for (std::uint32_t i = 0; i < column.classes; ++i) {
      const auto& part = classes_[column.first_class + i];
      const auto* mask = masks_.data() + column.first_mask + std::size_t{i} * words;
      auto& residue = residues_[column.first_class + i];
      if ((trail_[shape.live + residue] & mask[residue]) != 0 || !alive(column, part)) continue;
      auto found = false;
      for (std::uint32_t k = 0; k < limit && !found; ++k) {
        if ((trail_[shape.live + order[k]] & mask[order[k]]) != 0) {
          residue = order[k];
          found = true;
        }
      }
      if (!found && !discard(column, part)) return false;
    }
    if (column.narrow) trail_.set(column.seen, domains_.word(column.variable));
  }
  return true;
}

std::size_t CompactTables::bytes() const {
  return shapes_.capacity() * sizeof(Shape) + columns_.capacity() * sizeof(Column) +
         pairs_.capacity() * sizeof(PairColumn) + classes_.capacity() * sizeof(Class) +
         class_values_.capacity() * sizeof(ValueId) + masks_.capacity() * sizeof(std::uint64_t) +
         (residues_.capacity() + order_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace woodstock::csp
