// The row operations that are compiled twice, for any CPU and for AVX2 (`kernel.inl`): one table of
// functions each, chosen at run time. Only plain data crosses this boundary, so that no inline function
// compiled for AVX2 can end up in code for other CPUs.
#pragma once

#include <cstdint>

#include "base/word256.hpp"

namespace woodstock::lanes {

// Interpreter code: runs of one operation over triples of row numbers.
struct LaneRun {
  std::uint32_t op;  // a Op
  std::uint32_t length;
};
struct Triple {
  std::uint32_t to, a, b;
};

// Four generators sfc64 (Doty-Humphrey, PractRand) side by side: each call gives one row.
struct LaneRandom {
  Word256 a, b, c, counter;
};

struct Kernel {
  const char* name;
  void (*interpret)(const LaneRun* runs, std::uint32_t run_count, const Triple* triples, Word256* frame);
  void (*randomise)(LaneRandom* random, Word256* rows, std::uint32_t count);
  std::uint32_t (*count)(const Word256* row);
  // to[i] takes from[i] in the lanes of `mask`, for the rows listed.
  void (*capture)(Word256* to, const Word256* from, const std::uint32_t* rows, std::uint32_t count,
                  const Word256* mask);
  // Row i takes bit i of `words` in the lanes of `mask`.
  void (*refill)(Word256* rows, const std::uint64_t* words, std::uint32_t count, const Word256* mask);
  // Rows to one bitset per lane and back. `words[lane * stride + i / 64]` holds bit i of the lane; `count`
  // rows, of which the last block of 64 may be incomplete (missing rows read as zero, bits are not written).
  void (*gather)(const Word256* rows, std::uint32_t count, std::uint64_t* words, std::uint32_t stride);
  void (*scatter)(Word256* rows, std::uint32_t count, const std::uint64_t* words, std::uint32_t stride);
};

const Kernel& portable_kernel();
// Null where the build has no AVX2 kernel or the CPU cannot run it.
const Kernel* avx2_kernel();

}  // namespace woodstock::lanes
