// Table propagators, MAC, forward checking and SAC against brute force on random problems: the same
// solutions, and at every node exactly the arc-consistent domains.
#include <algorithm>
#include <set>

#include "check.hpp"
#include "woodstock/csp/sac.hpp"
#include "woodstock/csp/search.hpp"
#include "woodstock/random.hpp"

using namespace woodstock::csp;
using woodstock::Random;

namespace {

using Values = std::vector<ValueId>;

Table random_table(Random& random, const Csp& csp, std::uint32_t rows) {
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

Csp random_csp(Random& random) {
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

std::set<Values> brute_force(const Csp& csp) {
  std::set<Values> found;
  Values values(csp.sizes.size(), 0);
  for (;;) {
    if (csp.satisfied(values)) found.insert(values);
    std::size_t i = 0;
    while (i < values.size() && ++values[i] == csp.sizes[i]) values[i++] = 0;
    if (i == values.size()) return found;
  }
}

bool allows(const Table& table, std::uint32_t row, std::uint32_t column, const Domains& domains) {
  for (const auto a : domains.values(table.scope[column]))
    if (table.cell_allows(table.cell(row, column), a)) return true;
  return false;
}

// Every value of every variable of every table has a row whose cells all meet the domains.
bool arc_consistent(const Propagation& engine) {
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
std::vector<Values> naive_closure(const Csp& csp, std::vector<Values> domains, bool& wiped) {
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

std::vector<Values> all_domains(const Propagation& engine) {
  std::vector<Values> domains;
  for (VariableId x = 0; x < engine.domains().count(); ++x) domains.push_back(engine.domains().values(x));
  return domains;
}

// A random dive: at every node the domains equal the naive closure; popping restores them.
void check_dive(Random& random, const Csp& csp, Filter filter) {
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

std::set<Values> enumerate(Propagation& engine, Search::Inference inference, bool check_arcs) {
  std::set<Values> found;
  Search search(engine, {}, inference);
  while (search.next() == Step::solution) {
    Values values;
    for (VariableId x = 0; x < engine.domains().count(); ++x) values.push_back(engine.domains().value(x));
    if (check_arcs) CHECK(arc_consistent(engine));
    CHECK(found.insert(values).second);
  }
  return found;
}

void check_search(const Csp& csp) {
  const auto expected = brute_force(csp);
  for (const auto filter : {Filter::compact_table, Filter::str2}) {
    Propagation engine(csp, filter);
    CHECK(enumerate(engine, Search::Inference::arc_consistency, true) == expected);
    CHECK(engine.depth() == 0);
    CHECK(enumerate(engine, Search::Inference::forward_checking, false) == expected);
    CHECK(enumerate(engine, Search::Inference::arc_consistency, false) == expected);
  }
}

void check_sac(const Csp& csp) {
  Propagation engine(csp);
  const auto solutions = brute_force(csp);
  const auto result = enforce_sac(engine);
  CHECK(result.complete);
  if (!result.consistent) {
    CHECK(solutions.empty());
    return;
  }
  for (const auto& solution : solutions)
    for (VariableId x = 0; x < csp.sizes.size(); ++x) CHECK(engine.domains().contains(x, solution[x]));
  for (VariableId x = 0; x < csp.sizes.size(); ++x)
    for (const auto a : engine.domains().values(x)) {
      engine.push();
      CHECK(engine.assign(x, a) && engine.propagate());
      engine.pop();
    }
}

// Mutually different neighbours on an odd cycle of two colours: arc consistent, not singleton consistent.
void check_sac_is_stronger() {
  Csp csp;
  for (int i = 0; i < 3; ++i) csp.add_variable(2);
  for (VariableId i = 0; i < 3; ++i) csp.add_table({{i, (i + 1) % 3}, {0, 1, 1, 0}, {}});
  Propagation engine(csp);
  CHECK(engine.propagate());
  CHECK(!enforce_sac(engine).consistent);
}

void check_queue(Random& random) {
  for (const auto size : {1U, 64U, 65U, 5000U}) {
    IndexQueue queue(size);
    std::set<std::uint32_t> expected;
    for (int step = 0; step < 2000; ++step) {
      if (random.below(2) == 0) {
        const auto index = random.below(size);
        queue.insert(index);
        expected.insert(index);
      } else if (!expected.empty()) {
        CHECK(queue.pop() == *expected.begin());
        expected.erase(expected.begin());
      }
      CHECK(queue.empty() == expected.empty());
    }
  }
}

// Without tables every assignment is a solution.
void check_no_tables() {
  Csp csp;
  csp.add_variable(2);
  csp.add_variable(70);
  Propagation engine(csp);
  CHECK(enumerate(engine, Search::Inference::arc_consistency, true).size() == 140);
  CHECK(enumerate(engine, Search::Inference::forward_checking, true).size() == 140);
}

// A deadline that has passed interrupts; the search goes on afterwards and misses nothing.
void check_interruption() {
  Csp csp;
  for (int i = 0; i < 6; ++i) csp.add_variable(4);
  csp.add_table({{0, 1}, {0, 1, 1, 0, 2, 3, 3, 2}, {}});
  Propagation engine(csp);
  Search search(engine);
  std::size_t solutions = 0;
  std::size_t interruptions = 0;
  for (;;) {
    const auto step = search.next(Deadline::in(-1));
    if (step == Step::exhausted) break;
    (step == Step::solution ? solutions : interruptions) += 1;
  }
  CHECK(solutions == 4U * 4 * 4 * 4 * 4);
  CHECK(engine.depth() == 0);
  Search first(engine);
  CHECK(first.next() == Step::solution);
  first.reset();
  CHECK(engine.depth() == 0);
}

}  // namespace

int main() {
  Random random(20140611);
  check_queue(random);
  check_sac_is_stronger();
  check_interruption();
  check_no_tables();
  for (int round = 0; round < 1500; ++round) {
    const auto csp = random_csp(random);
    check_dive(random, csp, Filter::compact_table);
    check_dive(random, csp, Filter::str2);
    if (round % 3 == 0) check_search(csp);
    if (round % 5 == 0) check_sac(csp);
  }
  return finish();
}
