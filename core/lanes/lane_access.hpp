// Single lanes of a pass: the moves they are given, the goals they end with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "lanes/scratch.hpp"

namespace woodstock::lanes {

// The goals of a lane, from the goal rows; -1 unless the rules give exactly one.
inline void read_goals(const circuit::Circuit& circuit, const Word256* goal_rows, std::uint32_t lane,
                       std::int32_t* goals) {
  constexpr std::int32_t several = -2;
  std::fill_n(goals, circuit.role_count(), -1);
  for (std::size_t g = 0; g < circuit.goals.size(); ++g)
    if (goal_rows[g].test(lane)) {
      auto& goal = goals[circuit.goals[g].role];
      goal = goal == -1 ? circuit.goals[g].value : several;
    }
  std::replace(goals, goals + circuit.role_count(), several, -1);
}

inline void set_given(LaneScratch& scratch, const Layout& layout, std::span<const std::int32_t> moves,
                      std::uint32_t lane) {
  for (const auto move : moves) {
    if (move < 0) continue;
    const auto row = layout.given + static_cast<std::uint32_t>(move);
    if (!scratch.rows[row].any()) scratch.set_rows.push_back(row);
    scratch.rows[row].set(lane);
  }
}

}  // namespace woodstock::lanes
