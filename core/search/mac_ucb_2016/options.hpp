// What a spec may set of MAC-UCB as printed. Where the papers give a number, it is the default.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/option_table.hpp"

namespace woodstock::search::mac_ucb_2016 {

struct Options {
  double solving = 0.9;         // 003 §5.2: 90 % of the deliberation time
  double c = 2;                 // 003 §4.3: √(2 ln n / n_i)
  std::uint32_t horizon = 200;  // 004 §5
  std::uint32_t samples = 8;
  std::uint32_t batch = 64;
  std::uint32_t singleton = 1;
  std::uint32_t cache = 1;
  std::uint32_t confidence = 1;
  std::size_t stage_limit = 16384;
};

std::span<const OptionRow<Options>> option_table();

}  // namespace woodstock::search::mac_ucb_2016
