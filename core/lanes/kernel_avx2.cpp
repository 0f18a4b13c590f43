#if defined(__x86_64__)
#include "lanes/kernel.inl"

namespace woodstock::lanes {

const Kernel& avx2_kernel_table();
const Kernel& avx2_kernel_table() {
  static constexpr Kernel kernel{"avx2", interpret, randomise, count, capture, refill, gather, scatter};
  return kernel;
}

}  // namespace woodstock::lanes
#endif
