// The least a C++ test needs: CHECK counts failures, `finish` turns them into an exit code.
#pragma once

#include <cstdio>

inline int failures = 0;

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                                  \
    }                                                                              \
  } while (false)

inline int finish() { return failures == 0 ? 0 : 1; }
