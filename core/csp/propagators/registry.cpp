#include "csp/propagators/registry.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "csp/propagators/compact_table.hpp"
#include "csp/propagators/str2.hpp"

namespace woodstock::csp {

namespace {

constexpr std::array kKinds{
    PropagatorKind::of<CompactTables>("compact_table"),
    PropagatorKind::of<Str2>("str2"),
};

}  // namespace

std::span<const PropagatorKind> propagator_kinds() { return kKinds; }

const PropagatorKind& kind_of(Filter filter) { return kKinds.at(static_cast<std::size_t>(filter)); }

Filter filter_named(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name, &PropagatorKind::name);
  if (found == kKinds.end()) throw std::invalid_argument("no propagator is called " + std::string(name));
  return static_cast<Filter>(found - kKinds.begin());
}

}  // namespace woodstock::csp
