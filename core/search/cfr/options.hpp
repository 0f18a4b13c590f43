// What counterfactual regret minimisation may be told, for states or for information sets.
#pragma once

#include <cstdint>

namespace woodstock::search::cfr {

struct Options {
  std::uint32_t depth = 0;
  std::uint32_t leaves = 512;
  std::uint32_t playouts = 4;
  std::uint32_t horizon = 1000;
};

}  // namespace woodstock::search::cfr
