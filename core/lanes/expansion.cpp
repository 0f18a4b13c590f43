// One stage of a game in lanes: every lane one joint move of a state, or one given pair of state and moves.
#include <algorithm>
#include <stdexcept>

#include "lanes/lane_access.hpp"
#include "lanes/lanes.hpp"
#include "lanes/scratch.hpp"

namespace woodstock::lanes {

using namespace circuit;

void Lanes::expand(LaneScratch& scratch, std::span<const std::uint64_t> state, LaneExpansion& expansion,
                   std::size_t limit) const {
  const auto roles = circuit_.role_count();
  const auto fluents = circuit_.fluent_count();
  const auto words = state_words();
  const auto phase = phase_of(state);
  // A state in no phase may lead into one, but its successor in lanes stays with the general circuit.
  const auto& legal_code = code(phase, LaneTask::kLegal);
  const auto& next_code = code(phase, LaneTask::kNext);
  const auto& status_code = code(successor(phase), LaneTask::kStatus);
  scratch.fit(*this, std::max({legal_code.scratch_rows, next_code.scratch_rows, status_code.scratch_rows,
                               goals_rows()}));
  const auto all = Word256::all();
  kernel_->refill(scratch.current, state.data(), fluents, &all);
  scratch.run(*this, legal_code);
  expansion.terminal = scratch.rows[layout_.terminal].test(0);
  expansion.goals.assign(roles, -1);
  expansion.moves.clear();

  std::size_t joint = 1;
  auto& choices = scratch.choices;
  auto& begin = scratch.choice_begin;
  choices.clear();
  begin.assign(1, 0);
  for (std::uint32_t role = 0; role < roles; ++role) {
    for (auto m = circuit_.role_begin(role); m < circuit_.role_begin(role + 1); ++m)
      if (scratch.rows[layout_.legal + m].test(0)) choices.push_back(static_cast<std::int32_t>(m));
    if (choices.size() == begin.back()) choices.push_back(-1);
    joint *= choices.size() - begin.back();
    begin.push_back(choices.size());
    if (joint > limit) throw std::length_error("too many joint moves: raise the limit or sample them");
  }
  if (expansion.terminal) {
    joint = 0;
    scratch.run(*this, code(general(), LaneTask::kGoals));
    read_goals(circuit_, scratch.rows + layout_.goals, 0, expansion.goals.data());
  }
  expansion.moves.resize(joint * roles);
  expansion.successors.resize(joint * words);
  expansion.successor_terminal.resize(joint);
  expansion.successor_goals.resize(joint * roles);
  for (std::size_t j = 0; j < joint; ++j) {
    auto rest = j;
    for (auto role = roles; role-- > 0;) {
      const auto count = begin[role + 1] - begin[role];
      expansion.moves[j * roles + role] = choices[begin[role] + rest % count];
      rest /= count;
    }
  }
  if (scratch.words.size() < std::size_t{kLanes} * words) scratch.words.resize(std::size_t{kLanes} * words);
  for (std::size_t first = 0; first < joint; first += kLanes) {
    const auto lanes = static_cast<std::uint32_t>(std::min<std::size_t>(kLanes, joint - first));
    if (first > 0) kernel_->refill(scratch.current, state.data(), fluents, &all);
    scratch.clear_given();
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      set_given(scratch, layout_, {expansion.moves.data() + (first + lane) * roles, roles}, lane);
    scratch.run(*this, next_code);
    kernel_->gather(scratch.next, fluents, scratch.words.data(), words);
    std::copy_n(scratch.words.begin(), std::size_t{lanes} * words,
                expansion.successors.begin() + static_cast<std::ptrdiff_t>(first * words));
    scratch.advance(*this);
    scratch.run(*this, status_code);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      expansion.successor_terminal[first + lane] = scratch.rows[layout_.terminal].test(lane);
      read_goals(circuit_, scratch.rows + layout_.goals, lane,
                 expansion.successor_goals.data() + (first + lane) * roles);
    }
  }
}

const std::vector<std::int32_t>* Lanes::find_threats(LaneScratch& scratch,
                                                     std::span<const std::uint64_t> state,
                                                     std::span<const std::uint64_t> successors,
                                                     std::vector<std::uint8_t>& threats) const {
  const auto phase = successor(phase_of(state));
  const auto* const threat_code = this->threat_code(phase);
  if (threat_code == nullptr) return nullptr;
  const auto words = state_words();
  const auto count = successors.size() / std::max(words, 1U);
  threats.assign(count, 0);
  scratch.fit(*this, threat_code->scratch_rows);
  scratch.words.resize(std::max<std::size_t>(scratch.words.size(), std::size_t{kLanes} * words));
  for (std::size_t first = 0; first < count; first += kLanes) {
    const auto lanes = static_cast<std::uint32_t>(std::min<std::size_t>(kLanes, count - first));
    std::copy_n(successors.begin() + static_cast<std::ptrdiff_t>(first * words), std::size_t{lanes} * words,
                scratch.words.begin());
    kernel_->scatter(scratch.current, circuit_.fluent_count(), scratch.words.data(), words);
    scratch.run(*this, *threat_code);
    const auto& found = scratch.rows[layout_.threat];
    const auto& over = scratch.rows[layout_.terminal];
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      threats[first + lane] = found.test(lane) && !over.test(lane);
  }
  return &decisive().moves(LanePolicy::kWins, phase)->goals;
}

std::uint32_t Lanes::goals_rows() const { return code(general(), LaneTask::kGoals).scratch_rows; }

LaneEvaluation Lanes::evaluate(std::span<const std::uint64_t> states,
                               std::span<const std::int32_t> moves) const {
  const auto scratch = make_lane_scratch();
  LaneEvaluation result;
  evaluate(*scratch, states, moves, result);
  return result;
}

void Lanes::evaluate(LaneScratch& scratch, std::span<const std::uint64_t> states,
                     std::span<const std::int32_t> moves, LaneEvaluation& result) const {
  const auto roles = circuit_.role_count();
  const auto fluents = circuit_.fluent_count();
  const auto words = state_words();
  const auto move_words = (circuit_.move_count() + 63) / 64;
  const auto percepts = static_cast<std::uint32_t>(circuit_.percepts.size());
  const auto percept_words = (percepts + 63) / 64;
  const auto goals = static_cast<std::uint32_t>(circuit_.goals.size());
  const auto goal_words = (goals + 63) / 64;
  const auto pairs = words > 0 ? states.size() / words : 0;
  if (pairs * words != states.size() || moves.size() != pairs * roles)
    throw std::invalid_argument("states and moves do not belong together");
  result.legal.resize(pairs * move_words);
  result.next.resize(pairs * words);
  result.percepts.resize(pairs * percept_words);
  result.goal_values.resize(pairs * goal_words);
  result.terminal.resize(pairs);
  result.goals.resize(pairs * roles);

  std::vector<std::vector<std::size_t>> groups(phases_.count() + 1);
  for (std::size_t pair = 0; pair < pairs; ++pair)
    groups[phase_of(states.subspan(pair * words, words))].push_back(pair);
  for (std::uint32_t phase = 0; phase < groups.size(); ++phase) {
    const auto& group = groups[phase];
    if (group.empty()) continue;
    const auto& given_code = code(phase, LaneTask::kGiven);
    scratch.fit(*this, given_code.scratch_rows);
    scratch.words.resize(std::size_t{kLanes} * std::max({words, move_words, percept_words, goal_words}));
    for (std::size_t first = 0; first < group.size(); first += kLanes) {
      const auto lanes = static_cast<std::uint32_t>(std::min<std::size_t>(kLanes, group.size() - first));
      scratch.clear_given();
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const auto pair = group[first + lane];
        std::ranges::copy(states.subspan(pair * words, words), scratch.words.begin() + lane * words);
        set_given(scratch, layout_, moves.subspan(pair * roles, roles), lane);
      }
      kernel_->scatter(scratch.current, fluents, scratch.words.data(), words);
      scratch.run(*this, given_code);
      const auto read = [&](const Word256* rows, std::uint32_t count, std::uint32_t width, auto& into) {
        if (count == 0) return;
        kernel_->gather(rows, count, scratch.words.data(), width);
        for (std::uint32_t lane = 0; lane < lanes; ++lane)
          std::copy_n(scratch.words.begin() + lane * width, width,
                      into.begin() + group[first + lane] * width);
      };
      read(scratch.next, fluents, words, result.next);
      read(scratch.rows + layout_.legal, circuit_.move_count(), move_words, result.legal);
      read(scratch.rows + layout_.percepts, percepts, percept_words, result.percepts);
      read(scratch.rows + layout_.goals, goals, goal_words, result.goal_values);
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const auto pair = group[first + lane];
        result.terminal[pair] = scratch.rows[layout_.terminal].test(lane);
        read_goals(circuit_, scratch.rows + layout_.goals, lane, result.goals.data() + pair * roles);
      }
    }
  }
}

}  // namespace woodstock::lanes
