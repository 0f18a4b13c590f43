// Included once per instruction set; everything here has internal linkage.
#include <cstdint>

#include "lanes/kernel.hpp"

namespace woodstock::lanes {

namespace {

typedef std::uint64_t Vector __attribute__((vector_size(32), may_alias));

inline Vector load(const Word256* row) { return *reinterpret_cast<const Vector*>(row); }
inline void store(Word256* row, Vector value) { *reinterpret_cast<Vector*>(row) = value; }

void interpret(const LaneRun* runs, std::uint32_t run_count, const Triple* t, Word256* frame) {
  for (std::uint32_t r = 0; r < run_count; ++r) {
    const Triple* const end = t + runs[r].length;
    switch (runs[r].op) {
      case 0:
        for (; t != end; ++t) store(frame + t->to, load(frame + t->a) & load(frame + t->b));
        break;
      case 1:
        for (; t != end; ++t) store(frame + t->to, ~load(frame + t->a) & load(frame + t->b));
        break;
      case 2:
        for (; t != end; ++t) store(frame + t->to, load(frame + t->a) | load(frame + t->b));
        break;
      default:
        for (; t != end; ++t) store(frame + t->to, load(frame + t->a) ^ load(frame + t->b));
        break;
    }
  }
}

void randomise(LaneRandom* random, Word256* rows, std::uint32_t count) {
  Vector a = load(&random->a), b = load(&random->b), c = load(&random->c), n = load(&random->counter);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vector sum = a + b + n;
    n += 1;
    a = b ^ (b >> 11);
    b = c + (c << 3);
    c = ((c << 24) | (c >> 40)) + sum;
    store(rows + i, sum);
  }
  store(&random->a, a);
  store(&random->b, b);
  store(&random->c, c);
  store(&random->counter, n);
}

std::uint32_t count(const Word256* row) {
  std::uint32_t total = 0;
  for (int w = 0; w < 4; ++w) total += static_cast<std::uint32_t>(__builtin_popcountll(row->word[w]));
  return total;
}

void capture(Word256* to, const Word256* from, const std::uint32_t* rows, std::uint32_t count,
             const Word256* mask) {
  const Vector m = load(mask);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vector old = load(to + rows[i]);
    store(to + rows[i], old ^ ((old ^ load(from + rows[i])) & m));
  }
}

void refill(Word256* rows, const std::uint64_t* words, std::uint32_t count, const Word256* mask) {
  const Vector m = load(mask);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t bit = -(words[i / 64] >> (i % 64) & 1U);
    const Vector fill = {bit, bit, bit, bit};
    store(rows + i, (load(rows + i) & ~m) | (fill & m));
  }
}

// Transposes the four 64 × 64 blocks of 64 rows (Hacker's Delight, 7-3).
void transpose(Vector* block) {
  std::uint64_t mask = 0x00000000ffffffffULL;
  for (std::uint32_t width = 32; width != 0; width >>= 1, mask ^= mask << width) {
    for (std::uint32_t i = 0; i < 64; i = (i + width + 1) & ~width) {
      const Vector swap = ((block[i] >> width) ^ block[i + width]) & mask;
      block[i] ^= swap << width;
      block[i + width] ^= swap;
    }
  }
}

void gather(const Word256* rows, std::uint32_t count, std::uint64_t* words, std::uint32_t stride) {
  for (std::uint32_t base = 0; base < count; base += 64) {
    Vector block[64];
    for (std::uint32_t i = 0; i < 64; ++i) block[i] = base + i < count ? load(rows + base + i) : Vector{};
    transpose(block);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      words[lane * stride + base / 64] = block[lane % 64][lane / 64];
  }
}

void scatter(Word256* rows, std::uint32_t count, const std::uint64_t* words, std::uint32_t stride) {
  for (std::uint32_t base = 0; base < count; base += 64) {
    Vector block[64];
    for (std::uint32_t lane = 0; lane < 64; ++lane)
      for (std::uint32_t w = 0; w < 4; ++w) block[lane][w] = words[(64 * w + lane) * stride + base / 64];
    transpose(block);
    for (std::uint32_t i = 0; i < 64 && base + i < count; ++i) store(rows + base + i, block[i]);
  }
}

}  // namespace

}  // namespace woodstock::lanes
