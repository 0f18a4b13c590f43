#include "search/alphabeta/alphabeta.hpp"

#include <memory>

#include "testing/heap_game_search.hpp"
#include "third_party/doctest.h"

using namespace woodstock::search;
using namespace woodstock::search::alphabeta;

TEST_CASE("alpha-beta solves heap games") {
  check_on_heap_games([](const Engines& engines, std::uint32_t role) {
    return std::make_unique<AlphaBeta>(engines, role, Options{});
  });
}
