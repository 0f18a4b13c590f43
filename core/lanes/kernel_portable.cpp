#include "lanes/kernel.inl"

namespace woodstock::lanes {

const Kernel& portable_kernel() {
  static constexpr Kernel kernel{"portable", interpret, randomise, count, capture, refill, gather, scatter};
  return kernel;
}

#if defined(__x86_64__)
const Kernel& avx2_kernel_table();  // kernel_avx2.cpp
const Kernel* avx2_kernel() { return __builtin_cpu_supports("avx2") ? &avx2_kernel_table() : nullptr; }
#else
const Kernel* avx2_kernel() { return nullptr; }
#endif

}  // namespace woodstock::lanes
