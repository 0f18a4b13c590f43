// Plays a fixed list of playouts in the lanes of one thread: all lanes are in the same phase, finished lanes
// are refilled while playouts are left to begin, and every playout begun is played to its end, so that long
// ones are not under-represented. Goals of finished lanes are evaluated late: final states are put aside and
// evaluated together when a lane finishes a second time.
#pragma once

#include <cstdint>
#include <span>

#include "lanes/lanes.hpp"
#include "lanes/scratch.hpp"

namespace woodstock::lanes {

class LaneChunk {
 public:
  LaneChunk(const Lanes& lanes, LaneScratch& scratch, std::span<const LaneStart> starts,
            const LaneLimits& limits, const LaneWants& wants, LaneDetails* details);

  // The starts of all segments with playouts are in the same phase. Adds to `totals`, which has one entry per
  // segment. False if the limits cut it short.
  bool play(std::span<const LaneSegment> segments, std::uint32_t start_phase, std::uint64_t seed,
            LaneTotals& totals);

 private:
  const LaneStart& start_of(const LanePlayout& playout) const {
    return starts_[segments_[playout.segment].start];
  }
  bool out_of_time(std::uint32_t step) const;
  void begin_lanes(Word256* rows, const Word256& idle, std::uint32_t step);
  Word256 begin_lane_block(Word256* rows, const Word256& idle, std::uint32_t step);
  void load_states(Word256* rows, const Word256& fresh);
  Word256 capped_lanes(std::uint32_t step);
  void prescribe(const LaneCode& code, std::uint32_t step);
  void record(const LaneCode& code, const Word256& moving, std::uint32_t step);
  void put_aside(const Word256& done, const Word256& capped, std::uint32_t step);
  void evaluate_goals();
  void attribute(const Word256& lanes, const LanePlayout* playouts);
  void attribute_details(const Word256& lanes);

  const Lanes& lanes_;
  const circuit::Circuit& circuit_;
  LaneScratch& scratch_;
  std::span<const LaneStart> starts_;
  const LaneLimits& limits_;
  const LaneWants& wants_;
  LaneDetails* details_;
  bool recording_;
  const LaneCode& harvest_code_;
  bool late_goals_;
  const LaneCode* goals_code_;  // for goals right away
  std::span<const std::uint32_t> harvested_;

  std::span<const LaneSegment> segments_;
  LaneTotals* totals_ = nullptr;
  bool single_ = false;  // one segment, nothing wanted per playout
  bool refills_ = true;  // lanes play more than once
  std::uint32_t segment_ = 0;
  std::uint32_t begun_ = 0;      // of the present segment
  std::uint64_t remaining_ = 0;  // playouts not begun
  Word256 active_;
  Word256 waiting_;  // lanes whose final state is put aside
};

}  // namespace woodstock::lanes
