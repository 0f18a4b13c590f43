#pragma once

#include "base/random.hpp"
#include "base/word256.hpp"

namespace woodstock {

inline Word256 random_row(Random& random) {
  Word256 row;
  for (auto& word : row.word) word = random();
  return row;
}

}  // namespace woodstock
