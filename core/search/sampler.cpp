#include "search/sampler.hpp"

#include <utility>

#include "search/playouts.hpp"

namespace woodstock::search {

using namespace lanes;

Sampler::Sampler(const Engines& engines, std::uint32_t horizon, std::uint32_t decisive)
    : engines_(engines),
      roles_(engines.role_count()),
      horizon_(horizon),
      policy_(static_cast<LanePolicy>(decisive)),
      role_begin_(engines_.role_begin),
      scratch_(make_lane_scratch()),
      stepper_(engines.stepper),
      joint_(roles_),
      goals_(roles_),
      last_seen_(role_begin_.back(), 0),
      drawn_(engines.positions ? std::make_unique<DrawnPlayouts>(engines.positions, horizon, policy_)
                               : nullptr) {}

// Moves are numbered here as trees have them, and there as the game that is played does.
bool Sampler::sample_positions(std::span<const Start> starts, Random& random, const Budget& budget,
                               std::vector<double>& means, MoveTotals* totals) {
  questions_.clear();
  for (const auto& start : starts) questions_.push_back({start.state->words(), start.playouts});
  if (!drawn_->play(questions_, random(), budget, totals != nullptr, estimates_)) return false;
  means.resize(starts.size() * roles_);
  for (std::size_t s = 0; s < starts.size(); ++s)
    for (std::uint32_t role = 0; role < roles_; ++role)
      means[s * roles_ + role] = estimates_.sums[s * roles_ + role] / (100.0 * estimates_.weights[s]);
  if (totals == nullptr) return true;
  const auto& circuit = engines_.positions->lanes()->circuit();
  const std::size_t moves = role_begin_.back();
  totals->counts.assign(starts.size() * moves, 0);
  totals->sums.assign(starts.size() * moves, 0);
  for (std::size_t s = 0; s < starts.size(); ++s)
    for (std::uint32_t role = 0; role < roles_; ++role) {
      if (static_cast<std::int32_t>(role) == engines_.chance_role) continue;
      for (auto move = circuit.role_begin(role); move < circuit.role_begin(role + 1); ++move) {
        const auto from = s * circuit.move_count() + move;
        const auto to = s * moves + role_begin_[role] + move - circuit.role_begin(role);
        totals->counts[to] = static_cast<float>(drawn_->totals().all_counts[from]);
        totals->sums[to] = static_cast<float>(drawn_->totals().all_sums[from * roles_ + role]) / 100;
      }
    }
  return true;
}

bool Sampler::sample_in_lanes(std::span<const Start> starts, Random& random, const Budget& budget,
                              std::vector<double>& means, MoveTotals* totals) {
  auto limits = lane_limits(budget, horizon_);
  prescribed_.assign(starts.size() * roles_, -1);
  lane_starts_.clear();
  for (std::size_t s = 0; s < starts.size(); ++s) {
    auto& lane = lane_starts_.emplace_back(LaneStart{starts[s].state->words(), starts[s].playouts, {}});
    if (starts[s].prescribed.empty()) continue;
    for (std::uint32_t role = 0; role < roles_; ++role)
      if (const auto move = starts[s].prescribed[role]; move >= 0)
        prescribed_[s * roles_ + role] = static_cast<std::int32_t>(role_begin_[role]) + move;
    lane.prescribed = std::span(prescribed_).subspan(s * roles_, roles_);
  }
  LaneWants wants;
  wants.all_moves = totals != nullptr;
  wants.policy = policy_;
  if (!engines_.lanes->sample(*scratch_, lane_starts_, random(), lane_totals_, limits, wants)) return false;
  means.resize(starts.size() * roles_);
  for (std::size_t s = 0; s < starts.size(); ++s)
    for (std::uint32_t role = 0; role < roles_; ++role)
      means[s * roles_ + role] =
          static_cast<double>(lane_totals_.sums[s * roles_ + role]) / (100.0 * starts[s].playouts);
  if (totals == nullptr) return true;
  const std::size_t moves = role_begin_.back();
  totals->counts.resize(starts.size() * moves);
  totals->sums.resize(starts.size() * moves);
  for (std::size_t s = 0; s < starts.size(); ++s)
    for (std::uint32_t role = 0; role < roles_; ++role)
      for (auto move = role_begin_[role]; move < role_begin_[role + 1]; ++move) {
        const auto at = s * moves + move;
        totals->counts[at] = static_cast<float>(lane_totals_.all_counts[at]);
        totals->sums[at] = static_cast<float>(lane_totals_.all_sums[at * roles_ + role]) / 100;
      }
  return true;
}

// One random step; false if some role has no legal move.
bool Sampler::step(const Start& start, std::uint32_t steps, Random& random) {
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (steps == 0 && !start.prescribed.empty() && start.prescribed[role] >= 0) {
      joint_[role] = static_cast<std::uint32_t>(start.prescribed[role]);
      continue;
    }
    const auto move = stepper_.random_move(role, random);
    if (!move) return false;
    joint_[role] = *move;
  }
  stepper_.advance(joint_);
  return true;
}

bool Sampler::sample(std::span<const Start> starts, Random& random, const Budget& budget,
                     std::vector<double>& means, MoveTotals* totals) {
  if (drawn_) return sample_positions(starts, random, budget, means, totals);
  if (engines_.lanes) return sample_in_lanes(starts, random, budget, means, totals);
  constexpr std::uint32_t kStepsBetweenQuestions = 64;
  const std::size_t moves = role_begin_.back();
  means.assign(starts.size() * roles_, 0);
  if (totals != nullptr) {
    totals->counts.assign(starts.size() * moves, 0);
    totals->sums.assign(starts.size() * moves, 0);
  }
  for (std::size_t s = 0; s < starts.size(); ++s) {
    for (std::uint32_t i = 0; i < starts[s].playouts; ++i) {
      stepper_.load(*starts[s].state);
      ++playout_;
      played_.clear();
      for (std::uint32_t steps = 0; steps < horizon_ && !stepper_.terminal(); ++steps) {
        if (steps % kStepsBetweenQuestions == kStepsBetweenQuestions - 1 && budget.out_of_time())
          return false;
        if (!step(starts[s], steps, random)) break;
        if (totals == nullptr) continue;
        for (std::uint32_t role = 0; role < roles_; ++role) {
          const auto move = role_begin_[role] + joint_[role];
          if (std::exchange(last_seen_[move], playout_) != playout_) played_.push_back(move);
        }
      }
      stepper_.goals(goals_);
      for (std::uint32_t role = 0; role < roles_; ++role)
        means[s * roles_ + role] += goals_[role].value_or(0) / (100.0 * starts[s].playouts);
      for (const auto move : played_) {
        std::uint32_t role = 0;
        while (move >= role_begin_[role + 1]) ++role;
        totals->counts[s * moves + move] += 1;
        totals->sums[s * moves + move] += static_cast<float>(goals_[role].value_or(0)) / 100;
      }
    }
  }
  return true;
}

}  // namespace woodstock::search
