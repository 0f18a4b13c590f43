#include "stages/solver.hpp"

#include "stages/successor.hpp"

namespace woodstock::stages {

using namespace csp;

namespace {
std::vector<VariableId> actions(const StageTemplate& stage) {
  std::vector<VariableId> found;
  for (std::uint32_t role = 0; role < stage.role_count(); ++role) found.push_back(stage.action(role));
  return found;
}
}  // namespace

StageSolver::StageSolver(std::shared_ptr<const StageTemplate> stage, Search::Inference inference,
                         Filter filter)
    : stage_(std::move(stage)),
      actions_(actions(*stage_)),
      inference_(inference),
      propagation_(stage_->csp(), filter, stage_->state_tables()),
      consistent_(propagation_.propagate()),
      search_(propagation_, actions_, inference),
      joint_(stage_->role_count()),
      successor_((stage_->fluent_count() + 63) / 64) {}

void StageSolver::release() {
  if (!injected_) return;
  search_.reset();
  propagation_.pop();
  injected_ = false;
}

bool StageSolver::inject(std::span<const std::uint64_t> words) {
  release();
  if (!consistent_) return false;
  propagation_.push();
  injected_ = true;
  settled_ = false;
  const auto holds = [&](std::uint32_t f) { return words[f / 64] >> (f % 64) & 1U; };
  const auto& members = stage_->members();
  for (std::uint32_t number = 0; number < members.size(); ++number) {
    const auto& fluents = members[number];
    const auto x = stage_->fluent_variable(number);
    if (fluents.size() == 1 && stage_->csp().sizes[x] == 2) {
      if (!propagation_.assign(x, static_cast<ValueId>(holds(fluents[0])))) return false;
      continue;
    }
    const auto optional = fluents.back() == StageTemplate::kNoFluent;
    const auto count = static_cast<ValueId>(fluents.size()) - (optional ? 1 : 0);
    auto value = Domains::kSome;
    for (ValueId i = 0; i < count; ++i) {
      if (holds(fluents[i]) == 0) continue;
      if (value != Domains::kSome) return false;
      value = i;
    }
    if (value == Domains::kSome && optional) value = count;
    if (value == Domains::kSome || !propagation_.assign(x, value)) return false;
  }
  return propagation_.propagate(stage_->state_tables());
}

bool StageSolver::terminal() const { return propagation_.domains().value(stage_->terminal()) == 1; }

std::optional<std::int32_t> StageSolver::score(std::uint32_t role) const {
  const auto value = propagation_.domains().value(stage_->score(role));
  const auto& values = stage_->score_values(role);
  return value < values.size() ? std::optional(values[value]) : std::nullopt;
}

bool StageSolver::settle() {
  settled_ = true;
  propagation_.wake_rest();
  return propagation_.propagate();
}

std::vector<std::uint32_t> StageSolver::legal(std::uint32_t role) const {
  return propagation_.domains().values(stage_->action(role));
}

SacResult StageSolver::singleton_consistency(const Deadline& deadline) {
  return enforce_sac(propagation_, deadline);
}

SacResult StageSolver::singleton_actions(const Deadline& deadline) {
  return enforce_sac(propagation_, deadline, actions_);
}

bool StageSolver::play(std::span<const std::uint32_t> moves) {
  propagation_.push();
  auto possible = true;
  for (std::uint32_t role = 0; role < moves.size() && possible; ++role)
    possible = propagation_.assign(stage_->action(role), moves[role]);
  possible = possible && propagation_.propagate();
  if (possible) read_solution();
  propagation_.pop();
  return possible;
}

Step StageSolver::next(const Deadline& deadline) {
  // Settled below the search's own level, so that its end leaves the stage settled.
  if (!settled_ && inference_ == Search::Inference::arc_consistency && !settle()) return Step::exhausted;
  const auto step = search_.next(deadline);
  if (step == Step::solution) read_solution();
  return step;
}

void StageSolver::read_solution() {
  const auto& domains = propagation_.domains();
  for (std::uint32_t role = 0; role < joint_.size(); ++role)
    joint_[role] = domains.value(stage_->action(role));
  write_successor(*stage_, [&](VariableId x) { return domains.value(x); }, successor_);
}

}  // namespace woodstock::stages
