// How long the calling thread has worked, waiting for its turn on a busy machine not included.
#pragma once

#include <time.h>

namespace woodstock {

inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace woodstock
