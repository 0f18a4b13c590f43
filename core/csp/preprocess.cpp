#include "csp/preprocess.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace woodstock::csp {

namespace {

constexpr ValueId kGone = 0xffffffff;
// Rows up to which constraints over one scope are made one: short rows multiply.
constexpr std::size_t kMostRows = 256;
// Tuples up to which a variable is shown to be universal by counting; above, a column of stars shows it.
constexpr std::size_t kMostTuples = 64;

using Cell = std::optional<std::int32_t>;  // none: allows nothing

// The cell of a table that stands for a set of values, of a domain of `size` values.
Cell encode(Table& table, std::vector<ValueId> listed, bool complement, std::size_t size) {
  std::ranges::sort(listed);
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
  const auto allowed = complement ? size - listed.size() : listed.size();
  if (allowed == 0) return std::nullopt;
  if (allowed == size) return Table::kStar;
  if (2 * listed.size() > size || (allowed == 1 && complement)) {
    std::vector<ValueId> others;
    for (ValueId value = 0; value < size; ++value)
      if (!std::ranges::binary_search(listed, value)) others.push_back(value);
    listed = std::move(others);
    complement = !complement;
  }
  if (allowed == 1 && !complement) return static_cast<std::int32_t>(listed[0]);
  const auto known = std::ranges::find_if(
      table.sets, [&](const ValueSet& set) { return set.complement == complement && set.values == listed; });
  const auto number = static_cast<std::int32_t>(known - table.sets.begin());
  if (known == table.sets.end()) table.sets.push_back({complement, std::move(listed)});
  return Table::kFirstSet - number;
}

void drop_repeated_rows(Table& table) {
  const auto arity = table.arity();
  std::vector<std::uint32_t> order(table.rows());
  std::iota(order.begin(), order.end(), 0U);
  const auto row = [&](std::uint32_t r) { return std::span(table.cells).subspan(r * arity, arity); };
  std::ranges::sort(order,
                    [&](auto a, auto b) { return std::ranges::lexicographical_compare(row(a), row(b)); });
  std::vector<std::int32_t> cells;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i == 0 || !std::ranges::equal(row(order[i - 1]), row(order[i])))
      cells.insert(cells.end(), row(order[i]).begin(), row(order[i]).end());
  table.cells = std::move(cells);
}

class Projection {
 public:
  Projection(const Csp& csp, const Domains& domains) : from_(csp), domains_(domains) {
    out_.numbers.assign(csp.sizes.size(), Preprocessed::kBound);
    for (VariableId x = 0; x < csp.sizes.size(); ++x) {
      if (domains.bound(x)) continue;
      out_.numbers[x] = out_.csp.add_variable(domains.size(x));
      out_.variables.push_back(x);
      out_.values.push_back(domains.values(x));
      auto& position = positions_.emplace_back(csp.sizes[x], kGone);
      for (ValueId i = 0; i < out_.values.back().size(); ++i) position[out_.values.back()[i]] = i;
    }
  }

  Preprocessed run() {
    for (std::uint32_t t = 0; t < from_.tables.size(); ++t)
      if (auto table = projected(from_.tables[t])) add(std::move(*table), t);
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      drop_universal(tables_[t]);
      if (tables_[t].scope.empty()) continue;
      out_.csp.tables.push_back(std::move(tables_[t]));
      out_.origins.push_back(std::move(origins_[t]));
    }
    return std::move(out_);
  }

 private:
  // Nothing for a constraint with fewer than two open variables, or one that allows everything.
  std::optional<Table> projected(const Table& table) const {
    std::vector<std::pair<VariableId, std::uint32_t>> open;  // by their numbers, with their columns
    for (std::uint32_t column = 0; column < table.arity(); ++column)
      if (const auto number = out_.numbers[table.scope[column]]; number != Preprocessed::kBound)
        open.emplace_back(number, column);
    if (open.size() < 2) return std::nullopt;
    std::ranges::sort(open);
    Table result;
    for (const auto& [number, column] : open) result.scope.push_back(number);
    std::vector<std::int32_t> cells(open.size());
    for (std::uint32_t row = 0; row < table.rows(); ++row) {
      if (!fits(table, row)) continue;
      auto alive = true;
      auto stars = true;
      for (std::size_t i = 0; i < open.size() && alive; ++i) {
        const auto cell = converted(table, table.cell(row, open[i].second), open[i].first, result);
        alive = cell.has_value();
        if (!alive) break;
        cells[i] = *cell;
        stars = stars && *cell == Table::kStar;
      }
      if (!alive) continue;
      if (stars) return std::nullopt;
      result.cells.insert(result.cells.end(), cells.begin(), cells.end());
    }
    drop_repeated_rows(result);
    return result;
  }

  bool fits(const Table& table, std::uint32_t row) const {
    for (std::uint32_t column = 0; column < table.arity(); ++column) {
      const auto x = table.scope[column];
      if (domains_.bound(x) && !table.cell_allows(table.cell(row, column), domains_.value(x))) return false;
    }
    return true;
  }

  Cell converted(const Table& table, std::int32_t cell, VariableId number, Table& result) const {
    if (cell == Table::kStar) return cell;
    const auto& position = positions_[number];
    if (cell >= 0) {
      const auto place = position[static_cast<ValueId>(cell)];
      return place == kGone ? std::nullopt : Cell(static_cast<std::int32_t>(place));
    }
    const auto& set = table.sets[static_cast<std::size_t>(Table::kFirstSet - cell)];
    std::vector<ValueId> listed;
    for (const auto value : set.values)
      if (position[value] != kGone) listed.push_back(position[value]);
    return encode(result, std::move(listed), set.complement, out_.csp.sizes[number]);
  }

  // Hard constraints with one scope become their intersection.
  void add(Table table, std::uint32_t origin) {
    auto& known = by_scope_[table.scope];
    for (const auto t : known) {
      auto both = intersection(tables_[t], table);
      if (!both) continue;
      tables_[t] = std::move(*both);
      origins_[t].push_back(origin);
      ++out_.merged;
      return;
    }
    known.push_back(tables_.size());
    tables_.push_back(std::move(table));
    origins_.push_back({origin});
  }

  // Nothing if it has too many rows.
  std::optional<Table> intersection(const Table& a, const Table& b) const {
    if (std::size_t{a.rows()} * b.rows() > kMostRows * 4) return std::nullopt;
    Table both{a.scope, {}, {}};
    std::vector<std::int32_t> cells(a.arity());
    for (std::uint32_t i = 0; i < a.rows(); ++i)
      for (std::uint32_t j = 0; j < b.rows(); ++j) {
        auto alive = true;
        for (std::uint32_t column = 0; column < a.arity() && alive; ++column) {
          std::vector<ValueId> allowed;
          const auto size = out_.csp.sizes[a.scope[column]];
          for (ValueId value = 0; value < size; ++value)
            if (a.cell_allows(a.cell(i, column), value) && b.cell_allows(b.cell(j, column), value))
              allowed.push_back(value);
          const auto cell = encode(both, std::move(allowed), false, size);
          alive = cell.has_value();
          if (alive) cells[column] = *cell;
        }
        if (alive) both.cells.insert(both.cells.end(), cells.begin(), cells.end());
      }
    drop_repeated_rows(both);
    if (both.rows() > kMostRows) return std::nullopt;
    return both;
  }

  // |rel| = |dom(x)| · |rel without x| (003 §4.1).
  void drop_universal(Table& table) {
    for (std::uint32_t column = 0; column < table.arity() && table.rows() > 0;) {
      if (!is_universal(table, column)) {
        ++column;
        continue;
      }
      ++out_.universal;
      std::vector<std::int32_t> cells;
      for (std::size_t i = 0; i < table.cells.size(); ++i)
        if (i % table.arity() != column) cells.push_back(table.cells[i]);
      table.cells = std::move(cells);
      table.scope.erase(table.scope.begin() + column);
      if (table.scope.empty()) return;
      drop_repeated_rows(table);
    }
  }

  bool is_universal(const Table& table, std::uint32_t column) const {
    auto stars = true;
    for (std::uint32_t row = 0; row < table.rows() && stars; ++row)
      stars = table.cell(row, column) == Table::kStar;
    if (stars) return true;
    std::size_t tuples = 1;
    for (const auto x : table.scope)
      if ((tuples *= out_.csp.sizes[x]) > kMostTuples) return false;
    std::vector<ValueId> tuple(table.arity());
    const auto allowed = [&] {
      for (std::uint32_t row = 0; row < table.rows(); ++row) {
        auto fits = true;
        for (std::uint32_t i = 0; i < table.arity() && fits; ++i)
          fits = table.cell_allows(table.cell(row, i), tuple[i]);
        if (fits) return true;
      }
      return false;
    };
    for (std::size_t number = 0; number < tuples; ++number) {
      auto rest = number;
      for (std::uint32_t i = 0; i < table.arity(); ++i) {
        tuple[i] = static_cast<ValueId>(rest % out_.csp.sizes[table.scope[i]]);
        rest /= out_.csp.sizes[table.scope[i]];
      }
      if (tuple[column] == 0) continue;
      const auto here = allowed();
      tuple[column] = 0;
      if (here != allowed()) return false;
    }
    return true;
  }

  const Csp& from_;
  const Domains& domains_;
  Preprocessed out_;
  std::vector<std::vector<ValueId>> positions_;  // per open variable: where a value is now
  std::vector<Table> tables_;
  std::vector<std::vector<std::uint32_t>> origins_;
  std::map<std::vector<VariableId>, std::vector<std::size_t>> by_scope_;
};

}  // namespace

Preprocessed preprocess(const Csp& csp, const Domains& domains) { return Projection(csp, domains).run(); }

}  // namespace woodstock::csp
