// Simple tabular reduction (STR2, Lecoutre 2011) for short and set-valued rows: the live rows of a table
// stand in front of a permutation whose length is on the trail. Kept as the independent check of
// Compact-Table.
#pragma once

#include <cstdint>
#include <vector>

#include "csp/domain.hpp"
#include "csp/propagator.hpp"
#include "csp/table.hpp"
#include "csp/trail.hpp"

namespace woodstock::csp {

class Str2 final : public Propagator {
 public:
  Str2(const Csp& csp, Trail& trail, Domains& domains);
  Outcome propagate(std::uint32_t table, std::uint64_t changed, bool force) override;
  std::size_t bytes() const override { return order_.capacity() * sizeof(std::uint32_t); }

 private:
  struct Shape {
    std::uint32_t first;  // in order_
    Trail::Index live;    // how many rows are left
  };
  bool possible(const Table& table, std::int32_t cell, VariableId variable) const;
  void support(const Table& table, std::int32_t cell, std::uint32_t column);

  const Csp& csp_;
  Trail& trail_;
  Domains& domains_;
  std::vector<Shape> shapes_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> open_;                   // columns with values still to be supported
  std::vector<std::vector<std::uint8_t>> supported_;  // per column and value
  std::vector<std::uint32_t> missing_;                // per column: values not yet supported
};

}  // namespace woodstock::csp
