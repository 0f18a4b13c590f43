#include "lanes/chunk.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "lanes/preferred_play.hpp"

namespace woodstock::lanes {

namespace {

// Refilling touches every fluent's row: it waits until this many lanes are idle.
constexpr std::uint32_t kRefillFrom = 16;
constexpr std::uint32_t kScatterFrom = 24;  // from so many lanes on, transposing beats setting single bits
constexpr std::uint32_t kClockInterval = 8;
constexpr std::size_t kCohortLimit = 64;

void seed_random(const Kernel& kernel, LaneRandom& random, std::uint64_t seed) {
  for (auto* row : {&random.a, &random.b, &random.c})
    for (auto& word : row->word) word = seed = mix64(seed);
  for (auto& word : random.counter.word) word = 1;
  Word256 dropped[12];
  kernel.randomise(&random, dropped, 12);
}

}  // namespace

LaneChunk::LaneChunk(const Lanes& lanes, LaneScratch& scratch, std::span<const LaneStart> starts,
                     const LaneLimits& limits, const LaneWants& wants, LaneDetails* details)
    : lanes_(lanes),
      circuit_(lanes.circuit()),
      scratch_(scratch),
      starts_(starts),
      limits_(limits),
      wants_(wants),
      details_(details),
      recording_(wants.any() ||
                 std::ranges::any_of(starts, [](const LaneStart& s) { return !s.prescribed.empty(); })),
      harvest_code_(lanes.code(lanes.general(), LaneTask::kHarvest)),
      late_goals_(wants.any() || harvest_code_.cost > 2 * harvest_code_.fluents.size()),
      goals_code_(late_goals_ ? nullptr : &lanes.code(lanes.general(), LaneTask::kGoals)),
      harvested_(harvest_code_.fluents) {}

bool LaneChunk::out_of_time(std::uint32_t step) const {
  if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) return true;
  return step % kClockInterval == 0 && limits_.deadline != std::chrono::steady_clock::time_point::max() &&
         std::chrono::steady_clock::now() >= limits_.deadline;
}

bool LaneChunk::play(std::span<const LaneSegment> segments, std::uint32_t start_phase, std::uint64_t seed,
                     LaneTotals& totals) {
  segments_ = segments;
  totals_ = &totals;
  single_ = segments.size() == 1 && !recording_;
  segment_ = begun_ = 0;
  remaining_ = 0;
  for (const auto& segment : segments) remaining_ += segment.count;
  refills_ = remaining_ > kLanes;
  active_ = waiting_ = {};
  scratch_.cohorts.clear();
  const auto task = recording_ ? LaneTask::kRecord : LaneTask::kPlay;
  auto rows = std::max(late_goals_ ? 0 : goals_code_->scratch_rows, harvest_code_.scratch_rows);
  auto& codes = scratch_.codes;
  codes.assign(lanes_.phases().count() + 1, nullptr);
  for (auto phase = start_phase; codes[phase] == nullptr; phase = lanes_.successor(phase)) {
    codes[phase] = wants_.preferred != nullptr ? &wants_.preferred->code(phase, task)
                                               : &lanes_.code(phase, task, wants_.policy);
    rows = std::max(rows, codes[phase]->scratch_rows);
  }
  scratch_.fit(lanes_, rows);
  if (recording_) {
    const auto lanes_by_role = std::size_t{kLanes} * circuit_.role_count();
    scratch_.live_first.assign(lanes_by_role, -1);
    scratch_.held_first.assign(lanes_by_role, -1);
    scratch_.live_moves.assign(circuit_.move_count(), {});
    scratch_.held_moves.assign(circuit_.move_count(), {});
    if (wants_.states) harvested_ = std::span(scratch_.all_rows).first(circuit_.fluent_count());
  }
  const auto& kernel = lanes_.kernel();
  seed_random(kernel, scratch_.random, seed);

  auto phase = start_phase;
  begin_lanes(scratch_.current, Word256::all(), 0);
  for (std::uint32_t step = 0;; ++step) {
    if (out_of_time(step)) return false;
    const auto& code = *codes[phase];
    if (recording_) prescribe(code, step);
    kernel.randomise(&scratch_.random, scratch_.rows + lanes_.layout().random, code.random_rows);
    scratch_.run(lanes_, code);
    const auto finished = scratch_.rows[lanes_.layout().terminal] & active_;
    const auto capped = capped_lanes(step) & ~finished;
    const auto done = finished | capped;
    const auto moving = active_ & ~done;
    const auto going_on = kernel.count(&moving);
    totals.steps += going_on;
    if (recording_) record(code, moving, step);
    if (done.any()) put_aside(done, capped, step);
    active_ = moving;
    phase = lanes_.successor(phase);
    if (remaining_ > 0) {
      if (going_on == 0) phase = start_phase;
      if (phase == start_phase && kLanes - going_on >= kRefillFrom)
        begin_lanes(scratch_.next, ~active_, step + 1);
    } else if (going_on == 0) {
      break;
    }
    scratch_.advance(lanes_);
  }
  if (waiting_.any()) evaluate_goals();
  for (std::size_t i = 0; i < segments.size(); ++i) totals.playouts[i] += segments[i].count;
  return true;
}

void LaneChunk::begin_lanes(Word256* rows, const Word256& idle, std::uint32_t step) {
  Word256 fresh;
  if (single_) {
    fresh = idle;
    auto excess = lanes_.kernel().count(&fresh);
    for (auto lane = kLanes; excess > remaining_; --excess) {
      while (!fresh.test(--lane)) {
      }
      fresh.reset(lane);
    }
    remaining_ -= lanes_.kernel().count(&fresh);
    lanes_.kernel().refill(rows, starts_[segments_[0].start].state.data(), circuit_.fluent_count(), &fresh);
  } else {
    fresh = begin_lane_block(rows, idle, step);
  }
  active_ = active_ | fresh;
  auto& cohorts = scratch_.cohorts;
  if (cohorts.size() >= kCohortLimit) {
    // Cohorts none of whose lanes is still at the same playout are dropped.
    Word256 later = fresh;
    for (auto i = cohorts.size(); i-- > 0;) {
      cohorts[i].lanes = cohorts[i].lanes & active_ & ~later;
      later = later | cohorts[i].lanes;
    }
    std::erase_if(cohorts, [](const Cohort& cohort) { return !cohort.lanes.any(); });
  }
  cohorts.push_back({step, fresh});
}

// Begins playouts of several segments: each lane may have a different start.
Word256 LaneChunk::begin_lane_block(Word256* rows, const Word256& idle, std::uint32_t step) {
  Word256 fresh;
  const auto roles = circuit_.role_count();
  idle.for_each([&](std::uint32_t lane) {
    if (remaining_ == 0) return;
    while (begun_ == segments_[segment_].count) {
      ++segment_;
      begun_ = 0;
    }
    const auto number = segments_[segment_].first + begun_;
    scratch_.live[lane] = {number, segment_, step, 0, false};
    ++begun_;
    --remaining_;
    fresh.set(lane);
    if (recording_) std::fill_n(scratch_.live_first.begin() + lane * roles, roles, -1);
  });
  load_states(rows, fresh);
  return fresh;
}

void LaneChunk::load_states(Word256* rows, const Word256& fresh) {
  const auto words = lanes_.state_words();
  const auto fluents = circuit_.fluent_count();
  const auto& kernel = lanes_.kernel();
  if (kernel.count(&fresh) >= kScatterFrom) {
    const auto needed = std::size_t{kLanes} * words;
    if (scratch_.words.size() < needed) scratch_.words.resize(needed);
    fresh.for_each([&](std::uint32_t lane) {
      std::ranges::copy(start_of(scratch_.live[lane]).state, scratch_.words.begin() + lane * words);
    });
    if (!active_.any()) {
      kernel.scatter(rows, fluents, scratch_.words.data(), words);
      return;
    }
    if (scratch_.staging.size() < fluents) scratch_.staging.resize(fluents);
    kernel.scatter(scratch_.staging.data(), fluents, scratch_.words.data(), words);
    kernel.capture(rows, scratch_.staging.data(), scratch_.all_rows.data(), fluents, &fresh);
    return;
  }
  // Few lanes: clear their columns, then set the fluents that hold.
  kernel.refill(rows, scratch_.no_fluents.data(), fluents, &fresh);
  fresh.for_each([&](std::uint32_t lane) {
    const auto state = start_of(scratch_.live[lane]).state;
    for (std::uint32_t w = 0; w < words; ++w)
      for (auto bits = state[w]; bits != 0; bits &= bits - 1)
        rows[64 * w + static_cast<std::uint32_t>(std::countr_zero(bits))].set(lane);
  });
}

Word256 LaneChunk::capped_lanes(std::uint32_t step) {
  Word256 capped;
  auto& cohorts = scratch_.cohorts;
  while (!cohorts.empty() && step - cohorts.front().begin >= limits_.max_steps) {
    Word256 later;
    for (std::size_t i = 1; i < cohorts.size(); ++i) later = later | cohorts[i].lanes;
    capped = capped | (cohorts.front().lanes & active_ & ~later);
    cohorts.erase(cohorts.begin());
  }
  return capped;
}

void LaneChunk::prescribe(const LaneCode& code, std::uint32_t step) {
  const auto& layout = lanes_.layout();
  scratch_.clear_given();
  const auto roles = circuit_.role_count();
  active_.for_each([&](std::uint32_t lane) {
    auto& playout = scratch_.live[lane];
    const auto& prescribed = start_of(playout).prescribed;
    const auto at = std::size_t{step - playout.begin} * roles;
    if (at >= prescribed.size()) return;
    for (std::uint32_t role = 0; role < roles; ++role) {
      const auto move = prescribed[at + role];
      if (move < 0) continue;
      if (!std::ranges::binary_search(code.open_moves, static_cast<std::uint32_t>(move))) {
        playout.illegal = true;
        continue;
      }
      for (const auto row : {layout.prescribed + role, layout.given + static_cast<std::uint32_t>(move)}) {
        if (!scratch_.rows[row].any()) scratch_.set_rows.push_back(row);
        scratch_.rows[row].set(lane);
      }
    }
  });
}

}  // namespace woodstock::lanes
