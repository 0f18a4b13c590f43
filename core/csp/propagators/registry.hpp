#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "csp/propagator.hpp"

namespace woodstock::csp {

// A kind of propagator by its number in the list; the first is the default.
enum class Filter : std::uint8_t {};

std::span<const PropagatorKind> propagator_kinds();
const PropagatorKind& kind_of(Filter filter);
// Throws std::invalid_argument if there is none.
Filter filter_named(std::string_view name);

}  // namespace woodstock::csp
