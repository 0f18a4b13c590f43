// What a chunk keeps of its playouts: moves and percepts on the way, final states, goals and their sums.
#include <algorithm>

#include "lanes/chunk.hpp"

namespace woodstock::lanes {

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

}  // namespace woodstock::lanes
