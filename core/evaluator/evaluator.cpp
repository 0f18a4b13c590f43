#include "evaluator/evaluator.hpp"

#include <algorithm>
#include <charconv>

namespace woodstock::evaluator {

Evaluator::Evaluator(std::shared_ptr<const Program> program)
    : program_(std::move(program)), machine_(*program_, program_->code()) {}

void Evaluator::load(const Position& position) {
  if (loaded_ && (loaded_ == position || *loaded_ == *position)) return;
  loaded_ = position;
  moves_.clear();
  machine_.set_state(position->fluents);
}

// Before a question in which no moves are made.
void Evaluator::look(const Position& position) {
  load(position);
  if (moves_.empty()) return;
  moves_.clear();
  machine_.clear_moves();
}

void Evaluator::step(const Position& position, const std::vector<Id>& moves) {
  load(position);
  if (moves_ == moves) return;
  moves_ = moves;
  machine_.set_moves(program_->roles(), moves);
}

bool Evaluator::terminal(const Position& position) {
  look(position);
  return machine_.ask(program_->queries().terminal, {}).count > 0;
}

std::vector<Id> Evaluator::legal(const Position& position, std::size_t role) {
  look(position);
  return machine_.ask(program_->queries().legal, {program_->roles()[role]}).answers;
}

std::vector<Id> Evaluator::goals(const Position& position, std::size_t role) {
  look(position);
  return machine_.ask(program_->queries().goal, {program_->roles()[role]}).answers;
}

std::optional<std::int32_t> Evaluator::goal(const Position& position, std::size_t role) {
  std::optional<std::int32_t> only;
  for (const Id value : goals(position, role)) {
    const auto number = number_of(program_->terms(), value);
    if (!number || number == only) continue;
    if (only) return std::nullopt;
    only = number;
  }
  return only;
}

Position Evaluator::next(const Position& position, const std::vector<Id>& moves) {
  step(position, moves);
  return position_of(program_->terms(), machine_.ask(program_->queries().next, {}).answers);
}

std::vector<std::vector<Id>> Evaluator::percepts(const Position& position, const std::vector<Id>& moves) {
  step(position, moves);
  const auto& seen = machine_.ask(program_->queries().sees, {});
  const auto& roles = program_->roles();
  std::vector<std::vector<Id>> found(roles.size());
  for (std::uint32_t i = 0; i < seen.count; ++i) {
    const auto role = std::find(roles.begin(), roles.end(), seen.answer(i)[0]);
    if (role != roles.end())
      found[static_cast<std::size_t>(role - roles.begin())].push_back(seen.answer(i)[1]);
  }
  return found;
}

std::optional<std::int32_t> number_of(const Terms& terms, Id term) {
  if (terms[term].arity > 0) return std::nullopt;
  const auto name = terms.name(term);
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return value;
}

}  // namespace woodstock::evaluator
