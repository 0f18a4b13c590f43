// What every table propagator must do: leave exactly the arc-consistent domains, at every node of a dive, and
// restore them on the way back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "csp/propagation.hpp"
#include "testing/random_csp.hpp"
#include "third_party/doctest.h"

namespace woodstock::csp {

inline bool allows(const Table& table, std::uint32_t row, std::uint32_t column, const Domains& domains) {
  for (const auto a : domains.values(table.scope[column]))
    if (table.cell_allows(table.cell(row, column), a)) return true;
  return false;
}

// Every value of every variable of every table has a row whose cells all meet the domains.
inline bool arc_consistent(const Propagation& engine) {
  const auto& domains = engine.domains();
  for (const auto& table : engine.csp().tables)
    for (std::uint32_t c = 0; c < table.arity(); ++c)
      for (const auto a : domains.values(table.scope[c])) {
        auto supported = false;
        for (std::uint32_t row = 0; row < table.rows() && !supported; ++row) {
          supported = table.cell_allows(table.cell(row, c), a);
          for (std::uint32_t other = 0; other < table.arity() && supported; ++other)
            supported = other == c || allows(table, row, other, domains);
        }
        if (!supported) return false;
      }
  return true;
}

// The arc-consistent closure by definition: remove unsupported values until nothing changes.
inline std::vector<Values> naive_closure(const Csp& csp, std::vector<Values> domains, bool& wiped) {
  wiped = false;
  const auto meets = [&](const Table& table, std::uint32_t row, std::uint32_t c) {
    return std::any_of(domains[table.scope[c]].begin(), domains[table.scope[c]].end(),
                       [&](ValueId a) { return table.cell_allows(table.cell(row, c), a); });
  };
  for (auto changed = true; changed && !wiped;) {
    changed = false;
    for (const auto& table : csp.tables)
      for (std::uint32_t c = 0; c < table.arity(); ++c) {
        auto& domain = domains[table.scope[c]];
        const auto before = domain.size();
        std::erase_if(domain, [&](ValueId a) {
          for (std::uint32_t row = 0; row < table.rows(); ++row) {
            auto ok = table.cell_allows(table.cell(row, c), a);
            for (std::uint32_t other = 0; other < table.arity() && ok; ++other)
              ok = other == c || meets(table, row, other);
            if (ok) return false;
          }
          return true;
        });
        changed |= domain.size() != before;
        wiped |= domain.empty();
      }
  }
  return domains;
}

inline std::vector<Values> all_domains(const Propagation& engine) {
  std::vector<Values> domains;
  for (VariableId x = 0; x < engine.domains().count(); ++x) domains.push_back(engine.domains().values(x));
  return domains;
}

// A random dive: at every node the domains equal the naive closure; popping restores them.
inline void check_dive(Random& random, const Csp& csp, Filter filter) {
  Propagation engine(csp, filter);
  std::vector<Values> start;
  for (const auto size : csp.sizes) {
    start.emplace_back();
    for (ValueId a = 0; a < size; ++a) start.back().push_back(a);
  }
  auto wiped = false;
  auto expected = naive_closure(csp, start, wiped);
  const auto consistent = engine.propagate();
  CHECK(consistent == !wiped);
  if (!consistent) return;
  CHECK(all_domains(engine) == expected);
  std::vector<std::vector<Values>> stack;
  for (int step = 0; step < 12; ++step) {
    if (!stack.empty() && random.below(3) == 0) {
      engine.pop();
      CHECK(all_domains(engine) == stack.back());
      expected = stack.back();
      stack.pop_back();
      continue;
    }
    const auto x = random.below(static_cast<std::uint32_t>(csp.sizes.size()));
    const auto& domain = expected[x];
    const auto a = domain[random.below(static_cast<std::uint32_t>(domain.size()))];
    stack.push_back(expected);
    engine.push();
    bool ok;
    if (random.below(2) == 0) {
      ok = engine.assign(x, a) && engine.propagate();
      expected[x] = {a};
    } else {
      ok = engine.remove(x, a) && engine.propagate();
      std::erase(expected[x], a);
    }
    wiped = expected[x].empty();
    if (!wiped) expected = naive_closure(csp, expected, wiped);
    CHECK(ok == !wiped);
    if (ok) {
      CHECK(all_domains(engine) == expected);
      CHECK(arc_consistent(engine));
    } else {
      engine.pop();
      CHECK(all_domains(engine) == stack.back());
      expected = stack.back();
      stack.pop_back();
    }
  }
}

inline void check_propagator(Filter filter) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto csp = random_csp(random);
    check_dive(random, csp, filter);
  }
}

}  // namespace woodstock::csp
