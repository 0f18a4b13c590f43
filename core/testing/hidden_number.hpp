// A game with hidden information and known values: chance draws one of k numbers, unseen; the player guesses
// it for 100 points, or first peeks, after which a right guess gives 90. Worth max(100 / k, 90).
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock {

struct HiddenNumber {
  static constexpr std::uint32_t kWait = 0, kPeek = 1, kGuess = 2;  // moves of role 0; the last is "guess 0"
  std::uint32_t numbers;

  circuit::Circuit circuit() const {
    using namespace circuit;
    const auto k = numbers, dealt = k, peeked = k + 1, over = k + 2, right = k + 3;
    Circuit game(k + 4, {2 + k, k + 1}, 1);
    const auto fluent = [&](std::uint32_t f) { return signal_of(game.fluent_node(f)); };
    const auto move = [&](std::uint32_t m) { return signal_of(game.move_node(m)); };
    const auto draw = [&](std::uint32_t i) { return 2 + k + i; };
    game.legal[kWait] = negate(fluent(dealt));
    game.legal[kPeek] = game.all_of({fluent(dealt), negate(fluent(peeked))});
    game.legal[draw(k)] = fluent(dealt);
    std::vector<Signal> guesses, hits;
    for (std::uint32_t i = 0; i < k; ++i) {
      game.legal[kGuess + i] = fluent(dealt);
      game.legal[draw(i)] = negate(fluent(dealt));
      game.next[i] = game.any_of({fluent(i), move(draw(i))});
      game.percepts.push_back({0, i, game.all_of({move(kPeek), fluent(i)})});
      guesses.push_back(move(kGuess + i));
      hits.push_back(game.all_of({move(kGuess + i), fluent(i)}));
    }
    game.next[dealt] = kTrue;
    game.next[peeked] = game.any_of({fluent(peeked), move(kPeek)});
    game.next[over] = game.any_of(guesses);
    game.next[right] = game.any_of(hits);
    game.terminal = fluent(over);
    game.goals.push_back({0, 0, negate(fluent(right))});
    game.goals.push_back({0, 90, game.all_of({fluent(right), fluent(peeked)})});
    game.goals.push_back({0, 100, game.all_of({fluent(right), negate(fluent(peeked))})});
    game.initial.assign(k + 4, 0);
    return game;
  }
};

}  // namespace woodstock
