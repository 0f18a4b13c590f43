// What every tree search must do on the heap game: solve it, and play well with hardly any memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/state.hpp"
#include "search/engines.hpp"
#include "search/search.hpp"
#include "testing/heap_game.hpp"
#include "third_party/doctest.h"

namespace woodstock::search {

using MakeSearch = std::function<std::unique_ptr<Search>(const Engines& engines, std::uint32_t role)>;

inline void check_values(const Engines& engines, std::uint32_t size, const MakeSearch& make) {
  for (std::uint32_t heap = 1; heap <= size; ++heap) {
    CAPTURE(heap);
    const auto search = make(engines, 0);
    search->set_root(State(size + 2, std::vector{heap, size + 1}));
    CHECK(search->run({.simulations = 200'000, .threads = 2}) == SearchEnd::kSolved);
    const auto report = search->report();
    CHECK(report.proven);
    CHECK(report.values[0] == (heap % 3 == 0 ? 0 : 100));
    if (heap % 3 != 0) CHECK(report.moves[report.chosen].move == heap % 3 - 1);
  }
}

// A tree that never fits: it is recycled over and over and the search goes on.
inline void check_memory(const Engines& engines, std::uint32_t size, const MakeSearch& make) {
  const auto search = make(engines, 0);
  search->set_root(State(size + 2, std::vector{size, size + 1}));
  Budget budget{.simulations = 3'000, .memory = 6'000};
  search->run(budget);
  CHECK(!search->report().moves.empty());
  search->set_root(State(size + 2, std::vector{2U, size + 1}));
  budget.memory = 1U << 20;
  search->run(budget);
  CHECK(search->report().moves[search->report().chosen].move == 1);
}

// With playouts in lanes and one by one.
inline void check_on_heap_games(const MakeSearch& make) {
  for (const std::uint32_t size : {9U, 70U}) {
    const Engines engines(heap_game(size));
    for (const auto& used : {engines, engines.without_lanes()}) {
      CAPTURE(size);
      CAPTURE(used.lanes != nullptr);
      if (size < 10) check_values(used, size, make);
      check_memory(used, size, make);
    }
  }
}

}  // namespace woodstock::search
