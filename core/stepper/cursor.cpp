#include "stepper/cursor.hpp"

#include <algorithm>
#include <utility>

#include "base/zobrist.hpp"

namespace woodstock::stepper {

Cursor::Cursor(std::shared_ptr<const StepperProgram> program)
    : program_(std::move(program)),
      values_(program_->network(), program_->scratch_count()),
      words_(State::words_for(program_->fluent_count()), 0),
      moves_(program_->role_count(), EventNetwork::kAbsent),
      next_(words_) {
  load(program_->initial().words().data());
}

bool Cursor::load(const std::uint64_t* words) {
  for (std::uint32_t w = 0; w < words_.size(); ++w) {
    for (auto flips = words_[w] ^ words[w]; flips; flips &= flips - 1) {
      const auto fluent = w * 64 + static_cast<std::uint32_t>(std::countr_zero(flips));
      hash_ ^= zobrist(fluent);
      values_.flip(program_->fluent_node(fluent));
    }
    words_[w] = words[w];
  }
  values_.propagate();
  const auto found = program_->case_of(words_.data());
  if (found == StepperProgram::kNone) return false;
  case_ = found;
  return true;
}

std::uint32_t Cursor::legal_move(std::uint32_t role, std::uint32_t index) const {
  const auto [begin, end] = program_->open_words(case_, role);
  const auto first = program_->legal_word(case_, role);
  for (auto w = begin; w != end; ++w) {
    auto word = values_.outputs()[w];
    if (word == 0) continue;
    const auto count = static_cast<std::uint32_t>(std::popcount(word));
    if (index < count) {
      for (; index > 0; --index) word &= word - 1;
      return (w - first) * 64 + static_cast<std::uint32_t>(std::countr_zero(word));
    }
    index -= count;
  }
  return EventNetwork::kAbsent;
}

std::optional<std::uint32_t> Cursor::random_move(std::uint32_t role, Random& random) const {
  const auto count = legal_count(role);
  if (count == 0) return std::nullopt;
  return legal_move(role, count == 1 ? 0 : random.below(count));
}

std::vector<std::int32_t> Cursor::goals(std::uint32_t role) {
  std::vector<std::int32_t> values;
  const auto signals = program_->evaluate_goals(values_);
  work_ += program_->goal_work();
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const auto& goal = program_->goals()[i];
    if (goal.role == role && values_.holds(signals[i])) values.push_back(goal.value);
  }
  return values;
}

void Cursor::goals(std::span<std::optional<std::int32_t>> per_role) {
  const auto signals = program_->evaluate_goals(values_);
  work_ += program_->goal_work();
  std::size_t i = 0;  // goals are sorted by role
  for (std::uint32_t r = 0; r < per_role.size(); ++r) {
    per_role[r] = std::nullopt;
    bool several = false;
    for (; i < signals.size() && program_->goals()[i].role == r; ++i) {
      if (!values_.holds(signals[i])) continue;
      several |= per_role[r].has_value();
      per_role[r] = program_->goals()[i].value;
    }
    if (several) per_role[r] = std::nullopt;
  }
}

std::vector<Percept> Cursor::percepts(std::span<const std::uint32_t> moves) {
  set_moves(moves);
  std::vector<Percept> seen;
  const auto signals = program_->evaluate_percepts(values_);
  for (std::size_t i = 0; i < signals.size(); ++i)
    if (values_.holds(signals[i]))
      seen.push_back({program_->percepts()[i].role, program_->percepts()[i].percept});
  return seen;
}

void Cursor::set_moves(std::span<const std::uint32_t> moves) {
  for (std::uint32_t r = 0; r < moves_.size(); ++r) {
    if (moves_[r] == moves[r]) continue;
    if (moves_[r] != EventNetwork::kAbsent) values_.flip(program_->move_node(r, moves_[r]));
    values_.flip(program_->move_node(r, moves[r]));
    moves_[r] = moves[r];
  }
  values_.propagate();
}

bool Cursor::advance(std::span<const std::uint32_t> moves) {
  const auto& played = program_->at(case_);
  if (!played.by_move) {
    set_moves(moves);
    // `load` reads all of the next state before it propagates anything.
    return load(values_.outputs() + program_->next_word(case_));
  }
  std::ranges::copy(words_, next_.begin());
  const auto move = played.chooser == StepperProgram::kNone ? 0 : moves[played.chooser];
  work_ += program_->apply_move(case_, move, values_, next_.data());
  return load(next_.data());
}

}  // namespace woodstock::stepper
