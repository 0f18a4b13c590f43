#if defined(__x86_64__)
#include "lane_kernel.inl"

namespace woodstock {

const LaneKernel& avx2_kernel_table();
const LaneKernel& avx2_kernel_table() {
  static constexpr LaneKernel kernel{"avx2", interpret, randomise, count, capture, refill, gather, scatter};
  return kernel;
}

}  // namespace woodstock
#endif
