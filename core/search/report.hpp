// What a search says of its tree.
#pragma once

#include <cstdint>

#include "search/search.hpp"
#include "search/tree.hpp"

namespace woodstock::search {

// The report of a tree whose arms count visits: the most visited move, unless an exact value is better.
SearchReport report_of(const Tree& tree, std::uint32_t role);

}  // namespace woodstock::search
