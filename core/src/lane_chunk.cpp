#include "lane_chunk.hpp"

#include <algorithm>

#include "woodstock/random.hpp"

namespace woodstock {

namespace {

// Refilling touches every fluent's row: it waits until this many lanes are idle.
constexpr std::uint32_t kRefillFrom = 16;
constexpr std::uint32_t kScatterFrom = 24;  // from so many lanes on, transposing beats setting single bits
constexpr std::uint32_t kClockInterval = 8;
constexpr std::size_t kCohortLimit = 64;

void seed_random(const LaneKernel& kernel, LaneRandom& random, std::uint64_t seed) {
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
    codes[phase] = &lanes_.code(phase, task);
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
    std::erase_if(cohorts, [](const LaneCohort& cohort) { return !cohort.lanes.any(); });
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

void LaneChunk::record(const LaneCode& code, const Word256& moving, std::uint32_t step) {
  const auto& layout = lanes_.layout();
  const auto roles = circuit_.role_count();
  (scratch_.rows[layout.illegal] & moving).for_each([&](std::uint32_t lane) {
    scratch_.live[lane].illegal = true;
  });
  if (wants_.first_moves && !scratch_.cohorts.empty() && scratch_.cohorts.back().begin == step) {
    const auto fresh = scratch_.cohorts.back().lanes & moving;
    std::uint32_t role = 0;
    for (const auto move : code.open_moves) {
      while (move >= circuit_.role_begin(role + 1)) ++role;
      (scratch_.rows[layout.does + move] & fresh).for_each([&](std::uint32_t lane) {
        scratch_.live_first[lane * roles + role] = static_cast<std::int32_t>(move);
      });
    }
  }
  if (wants_.all_moves)
    for (const auto move : code.open_moves)
      scratch_.live_moves[move] = scratch_.live_moves[move] | (scratch_.rows[layout.does + move] & moving);
  if (wants_.percepts && details_->prescribed_steps > 0) {
    Word256 watched;
    moving.for_each([&](std::uint32_t lane) {
      if (step - scratch_.live[lane].begin < details_->prescribed_steps) watched.set(lane);
    });
    if (!watched.any()) return;
    const auto words = details_->percept_words;
    if (scratch_.words.size() < std::size_t{kLanes} * words)
      scratch_.words.resize(std::size_t{kLanes} * words);
    lanes_.kernel().gather(scratch_.rows + layout.percepts,
                           static_cast<std::uint32_t>(circuit_.percepts.size()), scratch_.words.data(),
                           words);
    watched.for_each([&](std::uint32_t lane) {
      const auto& playout = scratch_.live[lane];
      const auto at = playout.number * details_->prescribed_steps + (step - playout.begin);
      std::copy_n(scratch_.words.begin() + lane * words, words, details_->percepts.begin() + at * words);
    });
  }
}

void LaneChunk::put_aside(const Word256& done, const Word256& capped, std::uint32_t step) {
  if (capped.any()) totals_->unfinished += capped.count();
  if (!late_goals_) {
    scratch_.run(lanes_, *goals_code_);
    attribute(done, scratch_.live);
    return;
  }
  if ((waiting_ & done).any()) evaluate_goals();
  const auto& kernel = lanes_.kernel();
  kernel.capture(scratch_.rows + lanes_.layout().harvest, scratch_.current, harvested_.data(),
                 static_cast<std::uint32_t>(harvested_.size()), &done);
  waiting_ = waiting_ | done;
  if (single_) return;
  const auto roles = circuit_.role_count();
  done.for_each([&](std::uint32_t lane) {
    scratch_.held[lane] = scratch_.live[lane];
    scratch_.held[lane].length = step - scratch_.live[lane].begin;
    if (wants_.first_moves)
      std::copy_n(scratch_.live_first.begin() + lane * roles, roles,
                  scratch_.held_first.begin() + lane * roles);
  });
  if (wants_.all_moves && refills_)
    for (std::uint32_t m = 0; m < circuit_.move_count(); ++m) {
      scratch_.held_moves[m] = (scratch_.held_moves[m] & ~done) | (scratch_.live_moves[m] & done);
      scratch_.live_moves[m] = scratch_.live_moves[m] & ~done;
    }
}

void LaneChunk::evaluate_goals() {
  scratch_.run(lanes_, harvest_code_);
  attribute(waiting_, scratch_.held);
  if (wants_.any()) attribute_details(waiting_);
  waiting_ = {};
}

void LaneChunk::attribute(const Word256& lanes, const LanePlayout* playouts) {
  const auto roles = circuit_.role_count();
  const auto& goals = circuit_.goals;
  const auto* const rows = scratch_.rows + lanes_.layout().goals;
  std::size_t g = 0;
  for (std::uint32_t role = 0; role < roles; ++role) {
    if (wants_.any()) lanes.for_each([&](std::uint32_t lane) { scratch_.goals[lane * roles + role] = 0; });
    const auto first = g;
    Word256 some, several;
    for (; g < goals.size() && goals[g].role == role; ++g) {
      several = several | (some & rows[g]);
      some = some | rows[g];
    }
    const auto defined = some & ~several & lanes;
    if (defined != lanes) totals_->undefined[role] += (lanes & ~defined).count();
    for (auto i = first; i < g; ++i) {
      const auto row = rows[i] & defined;
      const std::int64_t value = goals[i].value;
      if (single_) {
        const std::int64_t count = lanes_.kernel().count(&row);
        totals_->sums[role] += value * count;
        totals_->squares[role] += value * value * count;
        continue;
      }
      row.for_each([&](std::uint32_t lane) {
        const auto at = std::size_t{playouts[lane].segment} * roles + role;
        totals_->sums[at] += value;
        totals_->squares[at] += value * value;
        scratch_.goals[lane * roles + role] = static_cast<std::int32_t>(value);
      });
    }
  }
}

void LaneChunk::attribute_details(const Word256& lanes) {
  const auto roles = circuit_.role_count();
  const auto moves = circuit_.move_count();
  const auto add = [&](std::vector<std::int64_t>& counts, std::vector<std::int64_t>& sums, std::uint32_t lane,
                       std::size_t row, std::uint32_t move) {
    const auto at = row * moves + move;
    ++counts[at];
    for (std::uint32_t role = 0; role < roles; ++role)
      sums[at * roles + role] += scratch_.goals[lane * roles + role];
  };
  if (wants_.first_moves)
    lanes.for_each([&](std::uint32_t lane) {
      for (std::uint32_t role = 0; role < roles; ++role)
        if (const auto move = scratch_.held_first[lane * roles + role]; move >= 0)
          add(totals_->first_counts, totals_->first_sums, lane, scratch_.held[lane].segment,
              static_cast<std::uint32_t>(move));
    });
  const auto& made = refills_ ? scratch_.held_moves : scratch_.live_moves;
  if (wants_.all_moves)
    for (std::uint32_t m = 0; m < moves; ++m)
      (made[m] & lanes).for_each([&](std::uint32_t lane) {
        const auto& playout = scratch_.held[lane];
        add(totals_->all_counts, totals_->all_sums, lane,
            wants_.groups > 0 ? start_of(playout).group : playout.segment, m);
      });
  if (details_ == nullptr) return;
  const auto words = lanes_.state_words();
  if (wants_.states) {
    if (scratch_.words.size() < std::size_t{kLanes} * words)
      scratch_.words.resize(std::size_t{kLanes} * words);
    lanes_.kernel().gather(scratch_.rows + lanes_.layout().harvest, circuit_.fluent_count(),
                           scratch_.words.data(), words);
  }
  lanes.for_each([&](std::uint32_t lane) {
    const auto& playout = scratch_.held[lane];
    details_->start[playout.number] = segments_[playout.segment].start;
    details_->length[playout.number] = static_cast<std::int32_t>(playout.length);
    details_->legal[playout.number] = !playout.illegal;
    std::copy_n(scratch_.goals.begin() + lane * roles, roles,
                details_->goals.begin() + playout.number * roles);
    if (wants_.states)
      std::copy_n(scratch_.words.begin() + lane * words, words,
                  details_->states.begin() + playout.number * words);
  });
}

}  // namespace woodstock
