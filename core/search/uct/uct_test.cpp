#include "search/uct/uct.hpp"

#include <memory>

#include "search/parallel.hpp"
#include "testing/heap_game_search.hpp"
#include "third_party/doctest.h"

using namespace woodstock::search;
using namespace woodstock::search::uct;

namespace {

constexpr Options kOptions{{4, 8, 100}, 0.3};

}  // namespace

TEST_CASE("UCT solves heap games") {
  check_on_heap_games([](const Engines& engines, std::uint32_t role) {
    return std::make_unique<Uct>(engines, role, kOptions);
  });
}

TEST_CASE("UCT solves heap games on several threads, a tree each") {
  check_on_heap_games([](const Engines& engines, std::uint32_t role) {
    return one_a_thread<Uct, Options>()(engines, role, kOptions);
  });
}
