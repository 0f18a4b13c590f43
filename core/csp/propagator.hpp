// What filters the domains of a problem's tables. An implementation is a class in propagators/ with its test
// beside it, and a line in propagators/registry.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "csp/domain.hpp"
#include "csp/table.hpp"
#include "csp/trail.hpp"

namespace woodstock::csp {

// One object looks after all tables of a problem: it is called once per revision of a table.
class Propagator {
 public:
  // What a revision found: a wipe-out, or whether the table now holds whatever values its variables take.
  enum class Outcome : std::uint8_t { wiped_out, filtered, entailed };

  virtual ~Propagator() = default;
  // Removes the values of one table's variables that no row left supports. `changed` has a bit for each
  // column (modulo 64) that changed since the last call; `force` filters even if no row died.
  virtual Outcome propagate(std::uint32_t table, std::uint64_t changed, bool force) = 0;
  // The only value of a column whose removal matters, apart from the variable being bound: the table then
  // sleeps through all other removals.
  virtual std::optional<ValueId> decisive_value(std::uint32_t /*table*/, std::uint32_t /*column*/) const {
    return std::nullopt;
  }
  virtual std::size_t bytes() const = 0;
};

struct PropagatorKind {
  const char* name;
  // The problem, the trail and the domains outlive the propagator; its reversible words are on the trail.
  std::unique_ptr<Propagator> (*make)(const Csp& csp, Trail& trail, Domains& domains);

  template <typename Made>
  static constexpr PropagatorKind of(const char* name) {
    return {name, [](const Csp& csp, Trail& trail, Domains& domains) -> std::unique_ptr<Propagator> {
              return std::make_unique<Made>(csp, trail, domains);
            }};
  }
};

}  // namespace woodstock::csp
