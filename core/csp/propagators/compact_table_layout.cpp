// How tables become columns of classes with masks of rows, once; propagation is in csp_compact_table.cpp.
#include <algorithm>
#include <map>

#include "csp/propagators/compact_table.hpp"

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

}  // namespace woodstock::csp
