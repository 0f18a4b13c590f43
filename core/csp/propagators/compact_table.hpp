// Compact-Table (Demeulenaere et al. 2016) for short and set-valued rows (Verhaeghe et al. 2017): the live
// rows of a table are a bitset on the trail; each column maps classes of values to the rows that allow them.
// Values that the same rows allow form one class, so a cell "any but a" of a large domain costs two masks.
//
// A table of at most 64 rows (every definition of a game after splitting) takes one word and a loop of ANDs;
// larger ones use a reversible sparse bitset, removals or resets per column, and a residue per class.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "csp/domain.hpp"
#include "csp/propagator.hpp"
#include "csp/table.hpp"
#include "csp/trail.hpp"

namespace woodstock::csp {

class CompactTables final : public Propagator {
 public:
  CompactTables(const Csp& csp, Trail& trail, Domains& domains);

  Outcome propagate(std::uint32_t table, std::uint64_t changed, bool force) override;
  // That of a wide column which mentions no other.
  std::optional<ValueId> decisive_value(std::uint32_t table, std::uint32_t column) const override;
  std::size_t bytes() const override;

 private:
  struct Class {
    std::uint64_t values;  // narrow: its values
    std::uint32_t first;   // wide: its values stand at class_values_[first .. first + count)
    std::uint32_t count;   // wide: 0 for the class of all unmentioned values
  };
  struct Column {
    VariableId variable;
    std::uint32_t first_class;
    std::uint32_t classes;
    std::uint32_t first_mask;   // words_ masks per class
    std::uint32_t first_exact;  // masks of the rows that allow one class only; kNone: always reset
    Trail::Index seen;          // narrow column of a large table: the domain at the last call
    bool narrow;
  };
  // A narrow column of a small table that tells two sets of values apart: nearly all of them.
  struct PairColumn {
    VariableId variable;
    Trail::Index cell;
    std::uint64_t values[2];
    std::uint64_t masks[2];
  };
  struct Shape {
    std::uint32_t first_column;
    std::uint32_t columns;
    std::uint32_t words;
    Trail::Index live;
    Trail::Index limit;         // large tables: how many of order_ are not zero
    std::uint32_t first_order;  // large tables
    std::uint32_t first_pair;   // small tables of pair columns only, or kNone
  };
  static constexpr std::uint32_t kNone = 0xffffffff;

  void compile(const Table& table);
  void compile_column(const Table& table, std::uint32_t column, std::uint32_t words);
  bool alive(const Column& column, const Class& part) const;
  std::uint64_t wide_rows(const Column& column) const;
  bool discard(const Column& column, const Class& part);
  Outcome propagate_pairs(const Shape& shape, std::uint64_t changed, bool force);
  Outcome propagate_small(const Shape& shape, std::uint64_t changed, bool force);
  bool propagate_large(const Shape& shape, std::uint64_t changed, bool force);

  Trail& trail_;
  Domains& domains_;
  std::vector<Shape> shapes_;
  std::vector<Column> columns_;
  std::vector<PairColumn> pairs_;
  std::vector<Class> classes_;
  std::vector<ValueId> class_values_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> residues_;  // per class
  std::vector<std::uint32_t> order_;     // per large table: its word numbers, the non-zero ones first
  std::vector<std::uint64_t> scratch_;
};

}  // namespace woodstock::csp
