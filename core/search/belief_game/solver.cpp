#include "search/belief_game/solver.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace woodstock::search::belief_game {

using namespace belief;

namespace {

constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 18;  // steps; what has more is not small
constexpr std::uint32_t kDeepest = 256;                        // steps of a play: it is walked by recursion
constexpr double kEqual = 1e-9;                                // sums of doubles in another order

double reward(const std::vector<std::int32_t>& goals, std::uint32_t role) { return std::max(0, goals[role]); }

}  // namespace

Solver::Solver(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t watcher,
               const SolvedBeliefs* elsewhere)
    : prospect_(lanes, watcher),
      roles_(lanes->circuit().role_count()),
      chance_(lanes->circuit().chance_role()),
      most_(roles_, 0),
      elsewhere_(elsewhere) {
  for (const auto& goal : lanes->circuit().goals)
    most_[goal.role] = std::max(most_[goal.role], static_cast<double>(goal.value));
}

const Solution* Solver::solve(const Belief& belief, SolvedBeliefs& known, const SolvingLimits& limits) {
  known_ = &known;
  limits_ = limits;
  prospect_.set_deadline(limits.deadline);
  steps_ = 0;
  if (belief.empty() || !belief.exact()) return nullptr;
  const auto* found = value(belief.sorted(), {0, -1}, 0);
  return found != nullptr && found->exact ? found : nullptr;
}

const Solution* Solver::look_up(const Belief& belief) const {
  const auto* found = known_->find(belief);
  if ((found == nullptr || !found->exact) && elsewhere_ != nullptr)
    if (const auto* other = elsewhere_->find(belief); other != nullptr && other->exact) return other;
  return found;
}

std::optional<std::uint32_t> Solver::decider(const Choices& choices, std::uint32_t asking) const {
  std::optional<std::uint32_t> found;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (static_cast<std::int32_t>(role) == chance_ || choices[role].size() < 2) continue;
    if (found) return std::nullopt;
    found = role;
  }
  return found.value_or(asking);
}

bool Solver::solves_most_after(const Belief& belief, std::uint64_t steps, std::uint32_t tries,
                               const Deadline& deadline) {
  if (belief.empty() || !belief.exact()) return false;
  prospect_.set_deadline(deadline);
  const auto choices = prospect_.moves(belief);
  const auto chooses = decider(choices, 0);
  if (!chooses || belief.size() * Pairs::joint_moves(choices) > kMostAtOnce) return false;
  std::uint32_t tried = 0, solved = 0;
  SolvedBeliefs scratch;
  for (const auto& option : options(belief, choices, *chooses)) {
    if (option.outcomes.sightings.empty()) continue;
    scratch.clear();
    solved += solve(option.outcomes.sightings[0].belief, scratch, {.steps = steps, .deadline = deadline}) !=
              nullptr;
    if (++tried == tries) break;
  }
  return 2 * solved > tried;
}

bool Solver::may_go_on(std::uint64_t steps, std::uint32_t depth) {
  return steps <= kMostAtOnce && steps_ + steps <= limits_.steps && depth <= kDeepest &&
         known_->bytes() <= limits_.memory && !limits_.deadline.passed();
}

// Those that lead far apart or win at once first: the sooner a good one is known, the less is asked of the
// rest.
std::vector<Solver::Option> Solver::options(const Belief& belief, const Choices& choices,
                                            std::uint32_t decider) {
  std::vector<std::vector<std::uint32_t>> actions(1, std::vector<std::uint32_t>(roles_, 0));
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (static_cast<std::int32_t>(role) == chance_) continue;
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& action : actions)
      for (const auto move : choices[role]) {
        longer.push_back(action);
        longer.back()[role] = move;
      }
    actions.swap(longer);
  }
  auto outcomes = prospect_.outcomes(belief, actions);
  std::vector<Option> options;
  for (std::size_t a = 0; a < actions.size(); ++a) {
    auto& option = options.emplace_back(std::move(actions[a]), std::move(outcomes[a]));
    for (const auto& ending : option.outcomes.endings)
      option.sure += ending.probability * reward(ending.goals, decider);
    option.hope = option.sure;
    for (const auto& [seen, probability, after] : option.outcomes.sightings) {
      option.open += probability;
      option.hope += most_[decider] * probability * (1 - probability);
    }
    std::ranges::stable_sort(option.outcomes.sightings, std::greater(), &Sighting::probability);
  }
  std::ranges::stable_sort(options, std::greater(), &Option::hope);
  return options;
}

std::unique_ptr<Solution> Solver::follow(Option& option, const Question& question, std::uint32_t depth) {
  const auto most = most_[question.role];
  auto result = std::make_unique<Solution>(Solution{.decider = question.role});
  std::map<std::vector<std::int32_t>, double> endings;
  for (const auto& ending : option.outcomes.endings) endings[ending.goals] += ending.probability;
  double sure = option.sure, open = option.open;
  for (const auto& [seen, probability, after] : option.outcomes.sightings) {
    result->ceiling = sure + open * most;
    if (result->ceiling <= question.bar + kEqual) return result;
    open -= probability;
    const auto* then =
        value(after.sorted(), {question.role, (question.bar - sure - open * most) / probability}, depth + 1);
    if (then == nullptr) return nullptr;
    if (!then->exact) {
      result->ceiling = sure + open * most + probability * then->ceiling;
      return result;
    }
    sure += probability * then->values[question.role];
    for (const auto& ending : then->endings) endings[ending.goals] += probability * ending.probability;
  }
  result->exact = true;
  result->values.assign(roles_, 0);
  for (const auto& [goals, probability] : endings) {
    result->endings.push_back({goals, probability});
    for (std::uint32_t role = 0; role < roles_; ++role)
      result->values[role] += probability * reward(goals, role);
  }
  result->ceiling = result->values[question.role];
  result->best = option.moves;
  return result;
}

const Solution* Solver::value(const Belief& belief, const Question& question, std::uint32_t depth) {
  const auto* known = look_up(belief);
  if (known != nullptr && known->exact) return known;
  const auto choices = prospect_.moves(belief);
  const auto chooses = decider(choices, question.role);
  if (!chooses) return nullptr;
  const auto role = *chooses;
  // A bar of one role says nothing to another.
  const auto bar = role == question.role ? question.bar : -1;
  if (known != nullptr && known->decider == role && known->ceiling <= bar + kEqual) return known;
  const auto steps = belief.size() * Pairs::joint_moves(choices) + kBelief;
  if (!may_go_on(steps, depth)) return nullptr;
  steps_ += steps;
  Solution best{.decider = role, .ceiling = -1};
  double left = -1;  // what options that were left may be worth at most
  for (auto& option : options(belief, choices, role)) {
    if (!option.outcomes.exact) return nullptr;
    auto found = follow(option, {role, std::max(bar, best.ceiling)}, depth);
    if (!found) return nullptr;
    if (!found->exact)
      left = std::max(left, found->ceiling);
    else if (found->ceiling > best.ceiling)
      best = std::move(*found);
    if (best.ceiling >= most_[role] - kEqual) break;
  }
  if (best.exact && best.endings.empty()) return nullptr;  // what was believed cannot be
  if (best.ceiling < left - 2 * kEqual) best = {.decider = role, .ceiling = left};
  return &known_->add(belief, std::move(best));
}

}  // namespace woodstock::search::belief_game
