// A game with a secret for the tests of searches that know of hidden information. The hider puts a coin under
// the left or the right cup, unseen; then plays on, or stops for 30 points. If the hider plays on the seeker
// guesses the cup, and the hider has 100 points if that is wrong. So playing on is worth 50, unless the
// seeker is thought to know.
#pragma once

#include <vector>

#include "circuit/circuit.hpp"

namespace woodstock {

// Moves of the hider (role 0) and of the seeker (role 1).
enum HiderMove : std::uint32_t { kHideLeft, kHideRight, kPlayOn, kStop, kHiderWaits };
enum SeekerMove : std::uint32_t { kGuessLeft, kGuessRight, kSeekerWaits };

inline circuit::Circuit hidden_coin() {
  using namespace circuit;
  enum : std::uint32_t { kHiding, kDeciding, kGuessing, kOver, kLeft, kStopped, kWrong, kFluents };
  Circuit coin(kFluents, {5, 3}, -1);
  const auto is = [&](std::uint32_t fluent) { return signal_of(coin.fluent_node(fluent)); };
  const auto hider = [&](std::uint32_t move) { return signal_of(coin.move_node(move)); };
  const auto seeker = [&](std::uint32_t move) { return signal_of(coin.move_node(5 + move)); };
  const auto waits = coin.any_of({is(kHiding), is(kDeciding)});
  coin.legal = {is(kHiding),   is(kHiding),   is(kDeciding), is(kDeciding),
                is(kGuessing), is(kGuessing), is(kGuessing), waits};
  const auto plays_on = coin.all_of({is(kDeciding), hider(kPlayOn)});
  const auto stops = coin.all_of({is(kDeciding), hider(kStop)});
  coin.next[kDeciding] = is(kHiding);
  coin.next[kGuessing] = plays_on;
  coin.next[kOver] = coin.any_of({is(kGuessing), stops});
  coin.next[kLeft] = coin.any_of({is(kLeft), coin.all_of({is(kHiding), hider(kHideLeft)})});
  coin.next[kStopped] = stops;
  coin.next[kWrong] = coin.any_of({coin.all_of({is(kGuessing), seeker(kGuessLeft), negate(is(kLeft))}),
                                   coin.all_of({is(kGuessing), seeker(kGuessRight), is(kLeft)})});
  coin.terminal = is(kOver);
  const auto nothing = coin.all_of({negate(is(kWrong)), negate(is(kStopped))});
  coin.goals = {{0, 0, nothing},    {0, 30, is(kStopped)}, {0, 100, is(kWrong)},
                {1, 0, is(kWrong)}, {1, 70, is(kStopped)}, {1, 100, nothing}};
  coin.percepts = {{0, 0, plays_on}, {1, 0, plays_on}};
  coin.initial = {1, 0, 0, 0, 0, 0, 0};
  return coin;
}

// What the hider knows after hiding the coin on the left.
inline std::vector<std::vector<std::uint32_t>> hidden_on_the_left() { return {{kHideLeft, kSeekerWaits}}; }

}  // namespace woodstock
