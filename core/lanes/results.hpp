// What playouts in lanes are asked for, and what they give.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::lanes {

// Playouts from one state. `prescribed` lists, for the first steps, one move per role (-1: free choice),
// step by step.
struct LaneStart {
  std::span<const std::uint64_t> state;  // fluent f is bit f % 64 of word f / 64
  std::uint32_t playouts = 1;
  std::span<const std::int32_t> prescribed = {};
  std::uint32_t group = 0;  // of starts whose moves are counted together, if `LaneWants` has groups
};

struct LaneLimits {
  std::uint32_t max_steps =
      4096;  // a playout that gets here counts as unfinished, with its goals as they are
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;
};

// How moves are chosen in playouts: uniformly; but a move that wins at once is taken; and one that lets the
// next role do so is not, if there is another. Where a policy costs too much, choice is uniform.
enum class LanePolicy : std::uint8_t { kUniform, kWins, kSafe };
inline constexpr std::uint32_t kLanePolicies = 3;

class PreferredPlay;

struct LaneWants {
  bool playouts = false;     // start, length, goals, legality of the prescription of each playout
  bool states = false;       // the last state of each playout
  bool percepts = false;     // percepts of each playout at the prescribed steps
  bool first_moves = false;  // move statistics of the first step
  bool all_moves = false;    // totals per move over whole playouts (AMAF), …
  std::uint32_t groups = 0;  // … for so many groups of starts; 0: for each start
  LanePolicy policy = LanePolicy::kUniform;
  const PreferredPlay* preferred = nullptr;  // in place of the policy

  bool per_playout() const { return playouts || states || percepts; }
  bool any() const { return per_playout() || first_moves || all_moves; }
};

// Sums per start; integers, so that they do not depend on the order of addition.
struct LaneTotals {
  std::vector<std::uint64_t> playouts;      // per start
  std::vector<std::int64_t> sums, squares;  // per start and role: goals and their squares
  std::vector<std::int64_t> first_counts;   // per start and move, if wanted
  std::vector<std::int64_t> first_sums;     // per start, move and role
  std::vector<std::int64_t> all_counts;     // per start or group and move: playouts in which it was played
  std::vector<std::int64_t> all_sums;
  std::uint64_t steps = 0;
  std::uint64_t unfinished = 0;          // playouts cut off by `max_steps`
  std::vector<std::uint64_t> undefined;  // per role: playouts without a goal or with several; they count as 0
  bool complete = true;                  // false if deadline or stop flag cut the run short

  void reset(std::size_t starts, std::size_t roles, std::size_t moves, const LaneWants& wants);
};

// Per playout, in the order of the starts. A playout not played has length -1.
struct LaneDetails {
  std::vector<std::uint32_t> start;
  std::vector<std::int32_t> length;
  std::vector<std::int32_t> goals;      // playout × role
  std::vector<std::uint8_t> legal;      // whether every prescribed move was legal
  std::vector<std::uint64_t> states;    // playout × words of a state
  std::vector<std::uint64_t> percepts;  // playout × step × words: percept output p is bit p
  std::uint32_t prescribed_steps = 0;
  std::uint32_t state_words = 0;
  std::uint32_t percept_words = 0;
};

// All joint moves of a state with their successors, the last role's moves running fastest.
struct LaneExpansion {
  bool terminal = false;
  std::vector<std::int32_t> goals;        // per role, of the state itself; -1 unless there is one value
  std::vector<std::int32_t> moves;        // joint move × role; -1 for a role without a legal move
  std::vector<std::uint64_t> successors;  // joint move × words
  std::vector<std::uint8_t> successor_terminal;
  std::vector<std::int32_t> successor_goals;  // joint move × role; -1 unless there is one value
  // Of chance's moves, where they are not equally likely; then nobody else has a choice. Not so in lanes.
  std::vector<float> odds;
};

// The same of several states, one after the other. Goals are read of terminal states only.
struct LaneExpansions {
  std::vector<std::uint8_t> terminal;     // per state
  std::vector<std::uint8_t> crowded;      // per state: it has too many joint moves, and none are given
  std::vector<std::int32_t> goals;        // state × role; -1 unless it is terminal and there is one value
  std::vector<std::uint32_t> choices;     // state × role: legal moves, 1 for a role that has none
  std::vector<std::size_t> begin;         // per state: its first joint move; then their number in all
  std::vector<std::int32_t> moves;        // joint move × role; -1 for a role without a legal move
  std::vector<std::uint64_t> successors;  // joint move × words
  std::vector<std::uint8_t> successor_terminal;
  std::vector<std::int32_t> successor_goals;  // joint move × role; -1 as above
};

// Everything the circuit says about pairs of a state and a joint move.
struct LaneEvaluation {
  std::vector<std::uint64_t> legal;        // pair × words: move m is bit m
  std::vector<std::uint64_t> next;         // pair × words
  std::vector<std::uint64_t> percepts;     // pair × words
  std::vector<std::uint64_t> goal_values;  // pair × words: goal output g is bit g
  std::vector<std::uint8_t> terminal;
  std::vector<std::int32_t> goals;  // pair × role; -1 unless there is one value
};

}  // namespace woodstock::lanes
