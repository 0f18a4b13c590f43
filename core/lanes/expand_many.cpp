// Stages of several states in lanes: a lane is one pair of a state and one of its joint moves, so that states
// with few moves share a pass.
#include <algorithm>
#include <bit>

#include "lanes/lane_access.hpp"
#include "lanes/lanes.hpp"
#include "lanes/scratch.hpp"

namespace woodstock::lanes {

using namespace circuit;

namespace {

// Up to so many states, moves are read row by row, which costs less than to turn all rows around.
constexpr std::size_t kFewStates = 3;

}  // namespace

// States that run the same code.
struct Lanes::PhaseStates {
  std::uint32_t phase;
  std::span<const std::uint32_t> members;
};

void Lanes::expand_many(LaneScratch& scratch, std::span<const std::uint64_t> states,
                        LaneExpansions& expansions, std::size_t limit_each) const {
  const auto roles = circuit_.role_count();
  const auto words = state_words();
  const auto count = words > 0 ? states.size() / words : 0;
  const auto move_words = (circuit_.move_count() + 63) / 64;
  expansions.terminal.assign(count, 0);
  expansions.crowded.assign(count, 0);
  expansions.goals.assign(count * roles, -1);
  expansions.choices.assign(count * roles, 1);
  expansions.begin.assign(count + 1, 0);
  expansions.moves.clear();
  scratch.legal.assign(count * move_words, 0);

  auto& order = scratch.phase_order;
  auto& phase_at = scratch.phases;
  order.resize(count);
  phase_at.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    order[i] = i;
    phase_at[i] = phase_of(states.subspan(i * words, words));
  }
  if (std::ranges::adjacent_find(phase_at, std::ranges::not_equal_to()) != phase_at.end())
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return phase_at[i]; });
  const auto each_phase = [&](auto visit) {
    for (std::size_t first = 0, last = 0; first < count; first = last) {
      const auto phase = phase_at[order[first]];
      while (last < count && phase_at[order[last]] == phase) ++last;
      visit(PhaseStates{phase, std::span(order).subspan(first, last - first)});
    }
  };
  each_phase([&](const PhaseStates& group) { find_choices(scratch, group, states, expansions); });

  auto& choices = scratch.choices;
  auto& begin = scratch.choice_begin;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = expansions.moves.size() / std::max(roles, 1U);
    expansions.begin[i] = at;
    if (expansions.terminal[i]) continue;
    const auto* legal = scratch.legal.data() + i * move_words;
    std::size_t joint = 1;
    choices.clear();
    begin.assign(1, 0);
    for (std::uint32_t role = 0; role < roles; ++role) {
      const auto first = circuit_.role_begin(role), last = circuit_.role_begin(role + 1);
      for (auto word = first / 64; word < move_words && 64 * word < last; ++word)
        for (auto bits = legal[word]; bits != 0; bits &= bits - 1) {
          const auto move = 64 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
          if (move >= first && move < last) choices.push_back(static_cast<std::int32_t>(move));
        }
      if (choices.size() == begin.back()) choices.push_back(-1);
      const auto found = choices.size() - begin.back();
      expansions.choices[i * roles + role] = static_cast<std::uint32_t>(found);
      joint = joint > limit_each ? joint : joint * found;
      begin.push_back(choices.size());
    }
    if (joint > limit_each) {
      expansions.crowded[i] = 1;
      continue;
    }
    expansions.moves.resize((at + joint) * roles);
    for (std::size_t j = 0; j < joint; ++j) {
      auto rest = j;
      for (auto role = roles; role-- > 0;) {
        const auto found = begin[role + 1] - begin[role];
        expansions.moves[(at + j) * roles + role] = choices[begin[role] + rest % found];
        rest /= found;
      }
    }
  }
  const auto joints = expansions.moves.size() / std::max(roles, 1U);
  expansions.begin[count] = joints;
  expansions.successors.resize(joints * words);
  expansions.successor_terminal.assign(joints, 0);
  expansions.successor_goals.assign(joints * roles, -1);
  each_phase([&](const PhaseStates& group) { find_successors(scratch, group, states, expansions); });
}

// Which states are over, with their goals, and the legal moves of all others.
void Lanes::find_choices(LaneScratch& scratch, const PhaseStates& group,
                         std::span<const std::uint64_t> states, LaneExpansions& expansions) const {
  const auto roles = circuit_.role_count(), fluents = circuit_.fluent_count(), moves = circuit_.move_count();
  const auto words = state_words(), move_words = (moves + 63) / 64;
  const auto& legal_code = code(group.phase, LaneTask::kLegal);
  scratch.fit(*this, std::max(legal_code.scratch_rows, goals_rows()));
  scratch.words.resize(
      std::max<std::size_t>(scratch.words.size(), std::size_t{kLanes} * std::max(words, move_words)));
  const auto all = Word256::all();
  for (std::size_t first = 0; first < group.members.size(); first += kLanes) {
    const auto members =
        group.members.subspan(first, std::min<std::size_t>(kLanes, group.members.size() - first));
    if (members.size() == 1) {
      kernel_->refill(scratch.current, states.data() + std::size_t{members[0]} * words, fluents, &all);
    } else {
      for (std::size_t lane = 0; lane < members.size(); ++lane)
        std::copy_n(states.data() + std::size_t{members[lane]} * words, words,
                    scratch.words.data() + lane * words);
      kernel_->scatter(scratch.current, fluents, scratch.words.data(), words);
    }
    scratch.run(*this, legal_code);
    const auto terminal = scratch.rows[layout_.terminal];
    if (members.size() <= kFewStates) {
      for (std::uint32_t m = 0; m < moves; ++m) {
        const auto row = scratch.rows[layout_.legal + m].word[0];
        for (std::size_t lane = 0; lane < members.size(); ++lane)
          scratch.legal[members[lane] * move_words + m / 64] |= (row >> lane & 1U) << (m % 64);
      }
    } else if (moves > 0) {
      kernel_->gather(scratch.rows + layout_.legal, moves, scratch.words.data(), move_words);
      for (std::size_t lane = 0; lane < members.size(); ++lane)
        std::copy_n(scratch.words.data() + lane * move_words, move_words,
                    scratch.legal.data() + std::size_t{members[lane]} * move_words);
    }
    if (!(terminal & Word256::first(static_cast<std::uint32_t>(members.size()))).any()) continue;
    scratch.run(*this, code(general(), LaneTask::kGoals));
    for (std::uint32_t lane = 0; lane < members.size(); ++lane) {
      if (!terminal.test(lane)) continue;
      expansions.terminal[members[lane]] = 1;
      read_goals(circuit_, scratch.rows + layout_.goals, lane,
                 expansions.goals.data() + std::size_t{members[lane]} * roles);
    }
  }
}

void Lanes::find_successors(LaneScratch& scratch, const PhaseStates& group,
                            std::span<const std::uint64_t> states, LaneExpansions& expansions) const {
  const auto roles = circuit_.role_count(), fluents = circuit_.fluent_count();
  const auto words = state_words();
  // A state in no phase may lead into one, but its successor in lanes stays with the general circuit.
  const auto& next_code = code(group.phase, LaneTask::kNext);
  const auto& status_code = code(successor(group.phase), LaneTask::kStatus);
  scratch.fit(*this, std::max(next_code.scratch_rows, status_code.scratch_rows));
  const auto all = Word256::all();
  std::size_t joints[kLanes];
  std::size_t member = 0, next = 0;  // the pair to come: a state of the group, one of its joint moves
  while (member < group.members.size()) {
    const auto first_member = group.members[member];
    std::uint32_t lanes = 0;
    bool alone = true;
    scratch.clear_given();
    while (member < group.members.size() && lanes < kLanes) {
      const auto state = group.members[member];
      const auto begin = expansions.begin[state], end = expansions.begin[state + 1];
      if (begin + next >= end) {
        ++member;
        next = 0;
        continue;
      }
      alone = alone && state == first_member;
      const auto joint = begin + next++;
      std::copy_n(states.data() + std::size_t{state} * words, words, scratch.words.data() + lanes * words);
      set_given(scratch, layout_, {expansions.moves.data() + joint * roles, roles}, lanes);
      joints[lanes++] = joint;
    }
    if (lanes == 0) break;
    if (alone) {
      kernel_->refill(scratch.current, states.data() + std::size_t{first_member} * words, fluents, &all);
    } else {
      kernel_->scatter(scratch.current, fluents, scratch.words.data(), words);
    }
    scratch.run(*this, next_code);
    kernel_->gather(scratch.next, fluents, scratch.words.data(), words);
    scratch.advance(*this);
    scratch.run(*this, status_code);
    const auto& terminal = scratch.rows[layout_.terminal];
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const auto joint = joints[lane];
      std::copy_n(scratch.words.data() + lane * words, words, expansions.successors.data() + joint * words);
      if (!terminal.test(lane)) continue;
      expansions.successor_terminal[joint] = 1;
      read_goals(circuit_, scratch.rows + layout_.goals, lane,
                 expansions.successor_goals.data() + joint * roles);
    }
  }
}

}  // namespace woodstock::lanes
