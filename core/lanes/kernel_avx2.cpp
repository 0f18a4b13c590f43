#if defined(__x86_64__)
#include "lanes/kernel.inl"

namespace woodstock::lanes {

const LaneKernel& avx2_kernel_table();
const LaneKernel& avx2_kernel_table() {
  static constexpr LaneKernel kernel{"avx2", interpret, randomise, count, capture, refill, gather, scatter};
  return kernel;
}

}  // namespace woodstock::lanes
#endif
