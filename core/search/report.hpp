// What a search says of its tree.
#pragma once

#include <cstdint>

#include "search/search.hpp"
#include "search/tree.hpp"

namespace woodstock::search {

// The report of a tree whose arms count visits: the most visited move, unless an exact value is better.
SearchReport report_of(const Tree& tree, std::uint32_t role);

// The children of a node that exist, in the order of their joint moves, as they are called before a frame
// that leads to the node.
std::vector<Successor> successors_of(const Tree& tree, NodeIndex node, symmetry::Element frame);

}  // namespace woodstock::search
