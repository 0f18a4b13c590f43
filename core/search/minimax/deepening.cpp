#include "search/minimax/deepening.hpp"

#include <algorithm>
#include <utility>

namespace woodstock::search::minimax {

Deepening::Deepening(const Engines& engines, std::uint32_t role, const Options& options, Table& table)
    : options_(options), search_(engines, role, options, table) {}

void Deepening::set_evaluation(std::shared_ptr<const learning::LinearEvaluation> evaluation) {
  search_.set_evaluation(std::move(evaluation));
  if (!arms_.empty()) reset();
}

void Deepening::set_root(const State& state) {
  state_ = state;
  reset();
}

void Deepening::reset() {
  search_.expand_root(state_, root_);
  arms_.clear();
  order_.clear();
  depth_ = 0;
  complete_ = false;
  if (root_.own.terminal[0] || root_.own.crowded[0]) return;
  order_ = root_.order;
  arms_.resize(root_.arms.count);
  for (std::uint32_t arm = 0; arm < arms_.size(); ++arm) arms_[arm].score = root_.keys[arm];
}

void Deepening::run(const Budget& budget, const StopFlag& over, std::atomic<std::uint32_t>& furthest,
                    std::uint32_t above) {
  search_.begin(budget, over);
  const auto most = options_.depth > 0 ? options_.depth : kMostDepth;
  while (!solved() && depth_ < most) {
    const auto ahead = furthest.load(std::memory_order_relaxed) + above;
    if (!iterate(std::min(most, std::max(depth_, ahead) + 1))) break;
    auto seen = furthest.load(std::memory_order_relaxed);
    while (seen < depth_ && !furthest.compare_exchange_weak(seen, depth_, std::memory_order_relaxed)) {
    }
  }
}

bool Deepening::iterate(std::uint32_t depth) {
  auto alpha = -kInfinite;
  bool all_complete = true;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const auto arm = order_[k];
    const auto before = search_.stages();
    const auto ask = [&](Score low, Score high) {
      return search_.arm_value(root_, arm, depth - 1, low, high, 0,
                               {options_.forced, options_.noisy > 0 ? options_.exchange : 0});
    };
    auto value = k == 0 ? ask(alpha, kInfinite) : ask(alpha, alpha + 1);
    bool exact = k == 0;
    if (!search_.aborted() && k > 0 && value.score > alpha) {
      value = ask(alpha, kInfinite);
      exact = value.score > alpha;
    }
    arms_[arm].stages += search_.stages() - before;
    if (search_.aborted()) return false;
    arms_[arm].score = value.score;
    arms_[arm].exact = exact;
    arms_[arm].complete = value.complete;
    arms_[arm].depth = depth;
    all_complete = all_complete && value.complete;
    alpha = std::max(alpha, value.score);
    if (is_win(value.score)) break;
  }
  depth_ = depth;
  complete_ = all_complete;
  // The best move first; the others by what was spent on refuting them.
  const auto best = best_arm();
  std::ranges::stable_sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    if ((a == best) != (b == best)) return a == best;
    if (is_loss(arms_[a].score) != is_loss(arms_[b].score)) return is_loss(arms_[b].score);
    return arms_[a].stages > arms_[b].stages;
  });
  return true;
}

// Of the moves searched to the greatest depth the best, unless it is lost and another one may not be.
std::uint32_t Deepening::best_arm() const {
  std::uint32_t deepest = 0;
  for (const auto& arm : arms_) deepest = std::max(deepest, arm.depth);
  auto best = order_.front();
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    const auto& first = arms_[a];
    const auto& second = arms_[b];
    if (is_loss(first.score) && is_loss(second.score)) return first.score > second.score;
    if (is_loss(first.score) != is_loss(second.score)) return is_loss(second.score);
    if ((first.depth == deepest) != (second.depth == deepest)) return first.depth == deepest;
    return first.score > second.score;
  };
  for (const auto arm : order_)
    if (better(arm, best)) best = arm;
  return best;
}

bool Deepening::solved() const {
  if (depth_ == 0) return false;
  return complete_ || is_decided(arms_[best_arm()].score);
}

}  // namespace woodstock::search::minimax
