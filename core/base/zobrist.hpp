// Zobrist hashing (Zobrist 1970): a set's hash is the XOR of one random word per element, so a flip of one
// fluent costs one XOR. The words come from mix64 and need no table; the seed is fixed because hashes are
// compared between processes (a pickled state keeps its hash).
#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace woodstock {

inline constexpr std::uint64_t kZobristSeed = 0x574f4f4453544f43ULL;

constexpr std::uint64_t zobrist(std::uint32_t fluent) { return mix64(kZobristSeed ^ fluent); }

}  // namespace woodstock
