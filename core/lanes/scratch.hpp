// The buffers of one thread that runs lanes.
#pragma once

#include <cstdint>
#include <vector>

#include "lanes/lanes.hpp"

namespace woodstock::lanes {

// Consecutive playouts from one start.
struct LaneSegment {
  std::uint32_t start;
  std::uint32_t count;
  std::uint64_t first;  // number of the first playout
};

// The playout that a lane is at.
struct LanePlayout {
  std::uint64_t number;
  std::uint32_t segment;
  std::uint32_t begin;  // the step it began at
  std::uint32_t length;
  bool illegal;
};

struct Cohort {
  std::uint32_t begin;
  Word256 lanes;
};

struct LaneScratch {
  std::shared_ptr<const char> owner;  // the lanes that the rows were laid out for
  // current | next | scratch, as the interpreter expects them; machine code swaps the first two.
  std::vector<Word256> frame;
  Word256* current = nullptr;
  Word256* next = nullptr;
  Word256* rows = nullptr;

  LaneRandom random;
  std::vector<const LaneCode*> codes;  // per phase: the step
  std::vector<LaneSegment> segments;
  std::vector<Cohort> cohorts;
  LanePlayout live[kLanes];
  LanePlayout held[kLanes];
  std::vector<std::int32_t> goals;                   // lane × role
  std::vector<std::int32_t> live_first, held_first;  // lane × role: the move of the first step
  std::vector<Word256> live_moves, held_moves;       // per move: the lanes that have played it
  std::vector<std::uint32_t> set_rows;     // rows of prescribed moves that are not zero; no others are
  std::vector<Word256> staging;            // states on their way into lanes
  std::vector<std::uint32_t> phases;       // per start of a sample
  std::vector<std::uint64_t> words;        // one bitset per lane
  std::vector<std::uint32_t> all_rows;     // 0, 1, 2, …
  std::vector<std::uint64_t> no_fluents;   // the words of the empty state
  std::vector<std::int32_t> choices;       // legal moves, role by role
  std::vector<std::size_t> choice_begin;   // where each role's begin, and the end
  std::vector<std::uint32_t> phase_order;  // states of an expansion, phase by phase
  std::vector<std::uint64_t> legal;        // state × words of its moves
  LaneTotals chunk;

  void fit(const Lanes& lanes, std::uint32_t scratch_rows);
  void clear_given();
  // The rows stepped to become those stepped from.
  void advance(const Lanes& lanes);
  // Runs a program.
  void run(const Lanes& lanes, const LaneCode& code) {
    if (code.machine) {
      code.machine->run(rows, current, next);
    } else {
      code.interpreter->run(lanes.kernel(), frame.data());
    }
  }
};

}  // namespace woodstock::lanes
