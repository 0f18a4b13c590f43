#include "lanes/kernel.inl"

namespace woodstock::lanes {

const LaneKernel& portable_kernel() {
  static constexpr LaneKernel kernel{"portable", interpret, randomise, count,
                                     capture,    refill,    gather,    scatter};
  return kernel;
}

#if defined(__x86_64__)
const LaneKernel& avx2_kernel_table();  // kernel_avx2.cpp
const LaneKernel* avx2_kernel() { return __builtin_cpu_supports("avx2") ? &avx2_kernel_table() : nullptr; }
#else
const LaneKernel* avx2_kernel() { return nullptr; }
#endif

}  // namespace woodstock::lanes
