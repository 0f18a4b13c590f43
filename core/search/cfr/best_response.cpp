#include "search/cfr/best_response.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace woodstock::search::cfr {

using namespace information;

BestResponse::BestResponse(const Engines& engines, Strategy strategy, std::uint64_t most_steps)
    : observer_(engines),
      strategy_(std::move(strategy)),
      steps_left_(most_steps),
      roles_(engines.role_count()),
      chance_(engines.chance_role) {}

std::vector<Response> BestResponse::all() {
  std::vector<Response> responses(roles_);
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (static_cast<std::int32_t>(role) == chance_) continue;
    observer_.restart();
    const std::vector<Play> start{{observer_.stepper().state(), observer_.keys(), 1}};
    responses[role] = {100 * value(start, role, By::kStrategy), 100 * value(start, role, By::kBest)};
  }
  return responses;
}

// What a role expects of plays that look alike to it, each counted by its probability.
double BestResponse::value(std::span<const Play> alike, std::uint32_t role, By by) {
  double ended = 0;
  std::vector<const Play*> open;
  std::vector<std::uint32_t> own;
  std::vector<double> rewards(roles_);
  for (const auto& play : alike) {
    observer_.load(play.state, play.keys);
    if (observer_.stepper().terminal()) {
      observer_.rewards(rewards);
      ended += play.probability * rewards[role];
      continue;
    }
    if (open.empty()) own = observer_.stepper().legal(role);
    open.push_back(&play);
  }
  if (open.empty()) return ended;
  std::vector<double> shares;
  if (by == By::kStrategy) strategy_(open[0]->keys[role], own, shares);
  double mean = 0, best = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (by == By::kStrategy && shares[i] == 0) continue;
    const auto expected = after(open, role, own[i], by);
    best = std::max(best, expected);
    if (by == By::kStrategy) mean += shares[i] * expected;
  }
  return ended + (by == By::kBest ? best : mean);
}

double BestResponse::after(std::span<const Play* const> open, std::uint32_t role, std::uint32_t move, By by) {
  std::map<Key, std::vector<Play>> seen;  // by what the role has observed then
  std::vector<std::vector<std::uint32_t>> moves(roles_);
  std::vector<std::vector<double>> shares(roles_);
  std::vector<std::uint32_t> joint(roles_);
  for (const auto* const play : open) {
    observer_.load(play->state, play->keys);
    std::uint64_t combinations = 1;
    for (std::uint32_t each = 0; each < roles_; ++each) {
      moves[each] = each == role ? std::vector{move} : observer_.stepper().legal(each);
      shares[each].assign(moves[each].size(), 1.0 / static_cast<double>(moves[each].size()));
      if (moves[each].size() > 1 && static_cast<std::int32_t>(each) != chance_)
        strategy_(play->keys[each], moves[each], shares[each]);
      combinations *= moves[each].size();
    }
    for (std::uint64_t number = 0; number < combinations; ++number) {
      auto probability = play->probability;
      auto rest = number;
      for (std::uint32_t each = 0; each < roles_; ++each) {
        const auto place = rest % moves[each].size();
        rest /= moves[each].size();
        joint[each] = moves[each][place];
        probability *= shares[each][place];
      }
      if (probability <= 0) continue;
      if (steps_left_-- == 0) throw std::length_error("the game is too large for an exact best response");
      observer_.load(play->state, play->keys);
      observer_.advance(joint);
      seen[observer_.keys()[role]].push_back({observer_.stepper().state(), observer_.keys(), probability});
    }
  }
  double sum = 0;
  for (const auto& [key, alike] : seen) sum += value(alike, role, by);
  return sum;
}

}  // namespace woodstock::search::cfr
