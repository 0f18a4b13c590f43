#include <algorithm>
#include <map>
#include <stdexcept>

#include "woodstock/csp/compact_table.hpp"

namespace woodstock::csp {

CompactTables::CompactTables(const Csp& csp, Trail& trail, Domains& domains)
    : trail_(trail), domains_(domains) {
  shapes_.reserve(csp.tables.size());
  for (const auto& table : csp.tables) compile(table);
}

void CompactTables::compile(const Table& table) {
  const auto rows = table.rows();
  const auto words = std::max<std::uint32_t>(1, (rows + 63) / 64);
  Shape shape{static_cast<std::uint32_t>(columns_.size()), table.arity(), words, 0, 0, 0, kNone};
  for (std::uint32_t column = 0; column < table.arity(); ++column) compile_column(table, column, words);
  shape.live = trail_.allocate(words, ~std::uint64_t{0});
  if (rows % 64 != 0 || rows == 0) trail_.set(shape.live + words - 1, (std::uint64_t{1} << rows % 64) - 1);
  if (words > 1) {
    shape.limit = trail_.allocate(1, words);
    shape.first_order = static_cast<std::uint32_t>(order_.size());
    for (std::uint32_t w = 0; w < words; ++w) order_.push_back(w);
    if (scratch_.size() < words) scratch_.resize(words);
  } else {
    const auto begin = columns_.begin() + shape.first_column;
    if (std::all_of(begin, columns_.end(), [](const Column& c) { return c.narrow && c.classes <= 2; })) {
      shape.first_pair = static_cast<std::uint32_t>(pairs_.size());
      for (auto column = begin; column != columns_.end(); ++column) {
        PairColumn pair{column->variable, domains_.cell(column->variable), {0, 0}, {0, 0}};
        for (std::uint32_t c = 0; c < column->classes; ++c) {
          pair.values[c] = classes_[column->first_class + c].values;
          pair.masks[c] = masks_[column->first_mask + c];
        }
        pairs_.push_back(pair);
      }
    }
  }
  shapes_.push_back(shape);
}

void CompactTables::compile_column(const Table& table, std::uint32_t column, std::uint32_t words) {
  const auto variable = table.scope[column];
  const auto size = domains_.initial_size(variable);
  std::vector<ValueId> mentioned;
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    const auto cell = table.cell(row, column);
    if (cell >= 0) mentioned.push_back(static_cast<ValueId>(cell));
    if (cell <= Table::kFirstSet) {
      const auto& set = table.sets[static_cast<std::size_t>(Table::kFirstSet - cell)];
      mentioned.insert(mentioned.end(), set.values.begin(), set.values.end());
    }
  }
  std::sort(mentioned.begin(), mentioned.end());
  mentioned.erase(std::unique(mentioned.begin(), mentioned.end()), mentioned.end());

  // One mask per mentioned value, and a last one for the values no row mentions.
  const auto count = mentioned.size();
  const auto place = [&](ValueId value) {
    return static_cast<std::size_t>(std::lower_bound(mentioned.begin(), mentioned.end(), value) -
                                    mentioned.begin());
  };
  std::vector<std::vector<std::uint64_t>> masks(count + 1, std::vector<std::uint64_t>(words, 0));
  std::vector<std::uint8_t> in_set(count + 1, 0);
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    const auto cell = table.cell(row, column);
    const auto word = row / 64;
    const auto bit = std::uint64_t{1} << row % 64;
    if (cell >= 0) {
      masks[place(static_cast<ValueId>(cell))][word] |= bit;
    } else if (cell == Table::kStar) {
      for (auto& mask : masks) mask[word] |= bit;
    } else {
      const auto& set = table.sets[static_cast<std::size_t>(Table::kFirstSet - cell)];
      std::fill(in_set.begin(), in_set.end(), 0);
      for (const auto value : set.values) in_set[place(value)] = 1;
      for (std::size_t m = 0; m <= count; ++m)
        if ((in_set[m] != 0) != set.complement) masks[m][word] |= bit;
    }
  }

  // Classes: values with the same mask. The unmentioned values, if any, come last.
  const auto has_rest = count < size;
  std::map<std::vector<std::uint64_t>, std::vector<ValueId>> groups;
  for (std::size_t m = 0; m < count; ++m) groups[masks[m]].push_back(mentioned[m]);
  Column info{};
  info.variable = variable;
  info.narrow = domains_.narrow(variable);
  info.first_class = static_cast<std::uint32_t>(classes_.size());
  info.first_mask = static_cast<std::uint32_t>(masks_.size());
  std::uint64_t covered = 0;
  const auto add = [&](const std::vector<ValueId>& values, const std::vector<std::uint64_t>& mask) {
    Class part{0, static_cast<std::uint32_t>(class_values_.size()),
               static_cast<std::uint32_t>(values.size())};
    if (info.narrow) {
      for (const auto value : values) part.values |= std::uint64_t{1} << value;
      covered |= part.values;
    } else {
      class_values_.insert(class_values_.end(), values.begin(), values.end());
    }
    classes_.push_back(part);
    residues_.push_back(0);
    masks_.insert(masks_.end(), mask.begin(), mask.end());
  };
  std::vector<ValueId> with_rest;
  for (const auto& [mask, values] : groups) {
    if (has_rest && mask == masks[count])
      with_rest = values;  // mentioned, but no different from the unmentioned ones
    else
      add(values, mask);
  }
  if (has_rest) {
    const auto all = size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size % 64) - 1;
    const auto rest = all & ~covered;
    add({}, masks[count]);
    if (info.narrow) classes_.back().values = rest;
  }
  info.classes = static_cast<std::uint32_t>(classes_.size()) - info.first_class;

  info.first_exact = kNone;
  if (words > 1 && info.narrow) {
    info.seen = trail_.allocate(1, ~std::uint64_t{0});
    // A row dies with a class if it allows that class alone; possible when every row allows one class or all.
    std::vector<std::uint64_t> exact(std::size_t{info.classes} * words, 0);
    auto simple = true;
    for (std::uint32_t row = 0; row < table.rows() && simple; ++row) {
      std::uint32_t allowed = 0;
      std::uint32_t last = 0;
      for (std::uint32_t c = 0; c < info.classes; ++c)
        if (masks_[info.first_mask + std::size_t{c} * words + row / 64] >> (row % 64) & 1U)
          ++allowed, last = c;
      if (allowed == 1) exact[std::size_t{last} * words + row / 64] |= std::uint64_t{1} << row % 64;
      simple = allowed == 1 || allowed == info.classes;
    }
    if (simple && info.classes > 1) {
      info.first_exact = static_cast<std::uint32_t>(masks_.size());
      masks_.insert(masks_.end(), exact.begin(), exact.end());
    }
  }
  columns_.push_back(info);
}

bool CompactTables::watches_one_value(std::uint32_t table, std::uint32_t column, ValueId& value) const {
  const auto& info = columns_[shapes_[table].first_column + column];
  if (info.narrow || info.classes != 2) return false;
  const auto& part = classes_[info.first_class];
  if (part.count != 1 || classes_[info.first_class + 1].count != 0) return false;
  value = class_values_[part.first];
  return true;
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
  ++scanned_;
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
  ++scanned_;
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
          scanned_ += limit;
        }
      }
      trail_.set(column.seen, domain);
    }
    if (!removal) {
      for (std::uint32_t i = 0; i < column.classes; ++i) {
        if (!alive(column, parts[i])) continue;
        const auto* mask = masks_.data() + column.first_mask + std::size_t{i} * words;
        for (std::uint32_t k = 0; k < limit; ++k) scratch_[k] |= mask[order[k]];
        scanned_ += limit;
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
        ++scanned_;
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
