#include "stepper/stepper.hpp"

#include <bit>
#include <string>
#include <utility>

#include "stepper/planner.hpp"

namespace woodstock::stepper {

using namespace circuit;

StepperCode::StepperCode(const Circuit& circuit, bool may_split)
    : planned(std::make_shared<const StepperProgram>(circuit.playable())), plain(planned) {
  if (auto better = better_program(circuit, plain, may_split)) planned = std::move(better);
}

StepperCode::StepperCode(const Circuit& circuit, const StepperPlan& plan)
    : planned(std::make_shared<const StepperProgram>(circuit.playable(), plan)),
      plain(std::make_shared<const StepperProgram>(circuit)) {}

Stepper::Stepper(StepperCode code)
    : code_(std::move(code)), planned_(code_.planned), joint_(code_.planned->role_count()) {
  settle(initial().words().data());
}

void Stepper::load(const State& state) {
  if (state.fluent_count() != code_.planned->fluent_count())
    throw std::invalid_argument("a state with " + std::to_string(state.fluent_count()) +
                                " fluents in a game with " + std::to_string(code_.planned->fluent_count()));
  settle(state.words().data());
}

void Stepper::settle(const std::uint64_t* words) {
  plain_active_ = !planned_.load(words);
  if (!plain_active_) return;
  if (!plain_) plain_.emplace(code_.plain);
  plain_->load(words);
}

std::vector<std::uint32_t> Stepper::legal(std::uint32_t role) const {
  std::vector<std::uint32_t> moves;
  std::uint32_t base = 0;
  for (auto word : legal_words(role)) {
    for (; word; word &= word - 1) moves.push_back(base + static_cast<std::uint32_t>(std::countr_zero(word)));
    base += 64;
  }
  return moves;
}

bool Stepper::is_legal(std::uint32_t role, std::uint32_t move) const {
  return move < move_count(role) && (legal_words(role)[move / 64] >> move % 64 & 1U);
}

void Stepper::check(std::span<const std::uint32_t> moves) const {
  if (moves.size() != role_count())
    throw IllegalMove(std::to_string(moves.size()) + " moves for " + std::to_string(role_count()) + " roles");
  for (std::uint32_t r = 0; r < role_count(); ++r)
    if (!is_legal(r, moves[r]))
      throw IllegalMove("move " + std::to_string(moves[r]) + " of role " + std::to_string(r) +
                        " is not legal in this state");
}

std::vector<Percept> Stepper::percepts(std::span<const std::uint32_t> moves) {
  check(moves);
  return cursor().percepts(moves);
}

void Stepper::play(std::span<const std::uint32_t> moves) {
  check(moves);
  advance(moves);
}

void Stepper::advance(std::span<const std::uint32_t> moves) {
  if (!plain_active_) {
    if (!planned_.advance(moves)) settle(planned_.words());
  } else {
    plain_->advance(moves);
    settle(plain_->words());
  }
}

bool Stepper::advance_randomly(Random& random) {
  for (std::uint32_t r = 0; r < role_count(); ++r) {
    const auto move = random_move(r, random);
    if (!move) return false;
    joint_[r] = *move;
  }
  advance(joint_);
  return true;
}

std::uint64_t Stepper::perft(std::uint32_t depth) {
  if (depth == 0) return 1;
  if (terminal()) return 0;
  std::vector<std::vector<std::uint32_t>> moves;
  std::uint64_t joint_moves = 1;
  for (std::uint32_t r = 0; r < role_count(); ++r) {
    joint_moves *= legal_count(r);
    if (depth > 1) moves.push_back(legal(r));
  }
  if (depth == 1 || joint_moves == 0) return joint_moves;
  const auto here = state();
  std::vector<std::uint32_t> joint(role_count());
  std::uint64_t paths = 0;
  for (std::uint64_t number = 0; number < joint_moves; ++number) {
    auto rest = number;
    for (std::uint32_t r = 0; r < role_count(); ++r) {
      joint[r] = moves[r][rest % moves[r].size()];
      rest /= moves[r].size();
    }
    load(here);
    advance(joint);
    paths += perft(depth - 1);
  }
  return paths;
}

}  // namespace woodstock::stepper
