// Random constraint problems small enough for brute force.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "base/random.hpp"
#include "csp/table.hpp"

namespace woodstock::csp {

using Values = std::vector<ValueId>;

inline Table random_table(Random& random, const Csp& csp, std::uint32_t rows) {
  Table table;
  const auto arity =
      1 + random.below(std::min<std::uint32_t>(4, static_cast<std::uint32_t>(csp.sizes.size())));
  while (table.scope.size() < arity) {
    const auto x = random.below(static_cast<std::uint32_t>(csp.sizes.size()));
    if (std::find(table.scope.begin(), table.scope.end(), x) == table.scope.end()) table.scope.push_back(x);
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (const auto x : table.scope) {
      const auto kind = random.below(10);
      const auto value = static_cast<std::int32_t>(random.below(csp.sizes[x]));
      if (kind < 2) {
        table.cells.push_back(Table::kStar);
      } else if (kind < 4) {
        ValueSet set{kind == 2, {static_cast<ValueId>(value)}};
        if (random.below(2) == 0) set.values.push_back(random.below(csp.sizes[x]));
        table.cells.push_back(Table::kFirstSet - static_cast<std::int32_t>(table.sets.size()));
        table.sets.push_back(set);
      } else {
        table.cells.push_back(value);
      }
    }
  }
  return table;
}

inline Csp random_csp(Random& random) {
  Csp csp;
  const auto variables = 2 + random.below(4);
  for (std::uint32_t x = 0; x < variables; ++x) {
    const auto wide = random.below(12) == 0;
    csp.add_variable(wide ? 65 + random.below(10) : 1 + random.below(5));
  }
  std::uint64_t product = 1;
  for (const auto size : csp.sizes) product *= size;
  if (product > 3000)
    for (auto& size : csp.sizes) size = std::min(size, 3U);
  const auto tables = 1 + random.below(4);
  for (std::uint32_t t = 0; t < tables; ++t)
    csp.add_table(
        random_table(random, csp, random.below(6) == 0 ? 65 + random.below(150) : 1 + random.below(12)));
  return csp;
}

inline std::set<Values> brute_force(const Csp& csp) {
  std::set<Values> found;
  Values values(csp.sizes.size(), 0);
  for (;;) {
    if (csp.satisfied(values)) found.insert(values);
    std::size_t i = 0;
    while (i < values.size() && ++values[i] == csp.sizes[i]) values[i++] = 0;
    if (i == values.size()) return found;
  }
}

}  // namespace woodstock::csp
