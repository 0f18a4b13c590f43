#include "search/grave/grave.hpp"

#include <memory>

#include "testing/heap_game_search.hpp"
#include "third_party/doctest.h"

using namespace woodstock::search;
using namespace woodstock::search::grave;

TEST_CASE("GRAVE solves heap games") {
  check_on_heap_games([](const Engines& engines, std::uint32_t role) {
    return std::make_unique<Grave>(engines, role, Options{{4, 8, 100}});
  });
}
