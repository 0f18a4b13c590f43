#include "search/minimax/full_width.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/zobrist.hpp"

namespace woodstock::search::minimax {

using namespace lanes;
using learning::Arms;

namespace {

Scale scale_of(const Engines& engines, std::uint32_t role) {
  const auto& goals = engines.goal_values[role];
  if (goals.empty()) return {0, 1};
  return {static_cast<float>(goals.front()) / 100, static_cast<float>(goals.back()) / 100};
}

}  // namespace

FullWidth::FullWidth(const Engines& engines, std::uint32_t role, const Options& options, Table& table)
    : engines_(engines),
      role_(role),
      roles_(engines.role_count()),
      words_(engines.lanes->state_words()),
      noisy_(options.noisy),
      table_(table),
      scale_(scale_of(engines, role)),
      scratch_(make_lane_scratch()) {
  for (std::uint32_t fluent = 0; fluent < engines.lanes->circuit().fluent_count(); ++fluent)
    keys_.push_back(zobrist(fluent));
}

void FullWidth::set_evaluation(std::shared_ptr<const learning::LinearEvaluation> evaluation) {
  evaluation_ = std::move(evaluation);
  if (evaluation_) neighbourhood_.set_evaluation(*evaluation_);
}

void FullWidth::begin(const Budget& budget, const StopFlag& over) {
  budget_ = &budget;
  over_ = &over;
  begin_ = stages_;
  beyond_ = 0;
  aborted_ = false;
}

bool FullWidth::spend() {
  aborted_ = aborted_ || over_->is_set() || budget_->out_of_time() || budget_->spent(stages_ - begin_);
  return !aborted_;
}

Score FullWidth::result(std::span<const std::int32_t> goals) const {
  return scale_.result(static_cast<float>(std::max(0, goals[role_])) / 100);
}

void FullWidth::expand_root(const State& state, Stage& root) {
  engines_.lanes->expand_many(*scratch_, state.words(), root.own, kMostRootJoints);
  root.state = state.words().data();
  root.hash = state.hash();
  root.source = &root.own;
  root.index = 0;
  root.order.clear();
  if (root.own.terminal[0] || root.own.crowded[0]) return;  // no joint moves are there to be judged
  judge(root, 0);
  sort(root, std::nullopt, 0);
}

// Hashes and static scores of all successors.
void FullWidth::judge(Stage& stage, std::uint32_t ply) {
  const auto& source = *stage.source;
  stage.first = source.begin[stage.index];
  const auto joints = source.begin[stage.index + 1] - stage.first;
  stage.arms =
      Arms::of(std::span(source.choices).subspan(stage.index * roles_, roles_), engines_.chance_role, role_);
  const auto& payoffs = evaluation_->payoffs();
  stage.sign = stage.arms.role == learning::kNobody || stage.arms.role == role_ ||
                       (payoffs.kind() == PayoffKind::kCooperative)
                   ? 1
                   : -1;
  stage.hashes.resize(joints);
  stage.scores.resize(joints);
  neighbourhood_.set_centre(stage.state);
  std::array<float, learning::kMostHeads> numbers{};
  for (std::size_t joint = 0; joint < joints; ++joint) {
    const auto* successor = source.successors.data() + (stage.first + joint) * words_;
    stage.hashes[joint] = stage.hash ^ neighbourhood_.logits(successor, keys_.data(), numbers.data());
    if (source.successor_terminal[stage.first + joint]) {
      stage.scores[joint] = from_stage(
          result(std::span(source.successor_goals).subspan((stage.first + joint) * roles_, roles_)), ply + 1);
    } else {
      for (std::uint32_t head = 0; head < evaluation_->heads(); ++head)
        numbers[head] = evaluation_->number(numbers[head]);
      stage.scores[joint] = scale_.estimate(payoffs.utility(role_, numbers.data()));
    }
  }
  evaluations_ += joints;
}

// Arms by what the table says of their successors, else by static scores; the table's own choice first.
void FullWidth::sort(Stage& stage, const std::optional<Entry>& known, std::uint32_t ply) {
  const auto count = stage.arms.count;
  stage.keys.resize(count);
  stage.order.resize(count);
  std::iota(stage.order.begin(), stage.order.end(), 0);
  for (std::uint32_t arm = 0; arm < count; ++arm) {
    auto score = static_arm(stage, arm).score;
    if (stage.arms.outcomes == 1) {
      const auto joint = stage.arms.joint(arm, 0);
      if (!stage.terminal(joint))
        if (const auto entry = table_.find(stage.hashes[joint])) score = from_stage(entry->score, ply + 1);
    }
    stage.keys[arm] = stage.sign * score;
  }
  if (known && known->best < count) stage.keys[known->best] = kInfinite;
  stage.order_by_keys();
}

// What follows from the arms from a place in the order on, as far as it is open and the table does not say
// what they are worth.
void FullWidth::make_replies(Stage& stage, std::size_t from, std::size_t count, std::uint32_t depth) {
  batch_.clear();
  std::int32_t made = 0;
  for (auto k = from; k < std::min<std::size_t>(from + count, stage.order.size()); ++k) {
    const auto arm = stage.order[k];
    const auto joint = stage.arms.joint(arm, 0);
    if (stage.terminal(joint)) continue;
    if (const auto known = table_.find(stage.hashes[joint]); known && known->deep_enough(depth)) continue;
    const auto* successor = stage.source->successors.data() + (stage.first + joint) * words_;
    batch_.insert(batch_.end(), successor, successor + words_);
    stage.reply_of[arm] = made++;
  }
  if (made > 0) engines_.lanes->expand_many(*scratch_, batch_, stage.replies, kMostJoints);
}

Value FullWidth::search(const std::uint64_t* state, std::uint64_t hash, Score looks, std::uint32_t depth,
                        Score alpha, Score beta, std::uint32_t ply, Beyond beyond,
                        const LaneExpansions* source, std::size_t index) {
  const auto known = table_.find(hash);
  if (known && known->deep_enough(depth)) {
    const auto score = from_stage(known->score, ply);
    const auto bound = static_cast<Bound>(known->bound);
    if (bound == Bound::kExact || (bound == Bound::kLower && score >= beta) ||
        (bound == Bound::kUpper && score <= alpha))
      return {score, known->complete != 0};
  }
  if (!spend()) return {};
  ++stages_;
  if (depth == 0) note_beyond();
  while (stack_.size() <= ply) stack_.emplace_back();
  auto& stage = stack_[ply];
  stage.state = state;
  stage.hash = hash;
  stage.source = source != nullptr ? source : &stage.own;
  stage.index = index;
  if (source == nullptr) engines_.lanes->expand_many(*scratch_, {state, words_}, stage.own, kMostJoints);
  if (stage.source->crowded[stage.index]) {
    std::array<float, learning::kMostHeads> numbers{};
    evaluation_->numbers(state, numbers.data());
    return {scale_.estimate(evaluation_->payoffs().utility(role_, numbers.data())), false};
  }
  judge(stage, ply);
  const auto sign = stage.sign;
  const auto low = sign > 0 ? alpha : -beta, high = sign > 0 ? beta : -alpha;
  const auto give = [&](Value value, Bound bound, std::uint32_t best) {
    value.score *= sign;
    const bool says_less =
        known && (known->depth > depth || known->decides()) && !value.complete && !is_decided(value.score);
    if (!says_less)
      table_.store(hash, at_stage(value.score, ply), sign > 0 ? bound : opposite(bound), depth, best,
                   value.complete);
    return value;
  };
  std::uint32_t best_arm = 0;
  const bool extend = stage.arms.count == 1 && stage.arms.outcomes == 1 && beyond.forced > 0;
  if (depth <= 1 && !(extend && !stage.terminal(0))) {
    if (beyond.exchange == 0 || stage.arms.outcomes > 1)
      return give(frontier(stage, best_arm), Bound::kExact, best_arm);
    const auto value = quiet_frontier(stage, depth > 0, looks, low, high, ply, beyond, best_arm);
    if (aborted_) return {};
    return give(value,
                value.score >= high  ? Bound::kLower
                : value.score <= low ? Bound::kUpper
                                     : Bound::kExact,
                best_arm);
  }

  sort(stage, known, ply);
  const auto left = extend ? depth : depth - 1;
  if (extend) --beyond.forced;
  Value best{-kInfinite, true};
  bool all_complete = true;
  auto a = low;
  const bool together = stage.arms.outcomes == 1 && stage.arms.count > 2;
  // Where nothing looks good enough to end it, all moves will be looked at: they are made together.
  const auto expected = known ? sign * from_stage(known->score, ply) : stage.keys[stage.order.front()];
  const bool decides_soon = expected >= high;
  const auto most = std::clamp<std::size_t>(kJointsAtOnce / stage.arms.count, 1, kStagesAtOnce);
  std::size_t made = decides_soon ? 1 : 0, chunk = decides_soon ? std::min<std::size_t>(4, most) : most;
  stage.reply_of.assign(stage.arms.count, -1);
  for (std::size_t k = 0; k < stage.order.size(); ++k) {
    const auto arm = stage.order[k];
    if (together && k == made) {
      std::ranges::fill(stage.reply_of, -1);
      make_replies(stage, made, chunk, left);
      made += chunk;
      chunk = std::min(4 * chunk, most);
    }
    auto value = arm_value(stage, arm, left, a, k == 0 ? high : a + 1, ply, beyond);
    if (k > 0 && value.score > a && value.score < high)
      value = arm_value(stage, arm, left, a, high, ply, beyond);
    if (aborted_) return {};
    all_complete = all_complete && value.complete;
    if (value.score > best.score) {
      best = value;
      best_arm = arm;
    }
    a = std::max(a, best.score);
    if (best.score >= high) return give(best, Bound::kLower, best_arm);
  }
  best.complete = all_complete || is_win(best.score);
  return give(best, best.score <= low ? Bound::kUpper : Bound::kExact, best_arm);
}

Value FullWidth::arm_value(Stage& stage, std::uint32_t arm, std::uint32_t depth, Score alpha, Score beta,
                           std::uint32_t ply, Beyond beyond) {
  auto low = alpha, high = beta;
  if (stage.sign < 0) {
    low = -beta;
    high = -alpha;
  }
  auto value = stage.arms.outcomes == 1 ? descend(stage, stage.arms.joint(arm, 0),
                                                  arm < stage.reply_of.size() ? stage.reply_of[arm] : -1,
                                                  depth, low, high, ply, beyond)
                                        : mean_value(stage, arm, depth, low, high, ply, beyond);
  value.score *= stage.sign;
  return value;
}

Value FullWidth::descend(Stage& stage, std::size_t joint, std::int32_t reply, std::uint32_t depth,
                         Score alpha, Score beta, std::uint32_t ply, Beyond beyond) {
  if (stage.terminal(joint)) return {stage.scores[joint], true};
  if (depth == 0 && beyond.exchange == 0) return {stage.scores[joint], false};
  return search(stage.source->successors.data() + (stage.first + joint) * words_, stage.hashes[joint],
                stage.scores[joint], depth, alpha, beta, ply + 1, beyond,
                reply >= 0 ? &stage.replies : nullptr, reply >= 0 ? static_cast<std::size_t>(reply) : 0);
}

// Star1: an outcome is searched as far as it can still change whether the mean lies within the window. Not
// where the window asks for a proof, which a mean that is but near a win is not.
Value FullWidth::mean_value(Stage& stage, std::uint32_t arm, std::uint32_t depth, Score alpha, Score beta,
                            std::uint32_t ply, Beyond beyond) {
  const auto outcomes = static_cast<std::int64_t>(stage.arms.outcomes);
  Mean mean;
  for (std::int64_t outcome = 0; outcome < outcomes; ++outcome) {
    const auto rest = (outcomes - outcome - 1) * kEstimate;
    auto low = is_decided(alpha) ? -kInfinite : outcomes * alpha - mean.sum() - rest;
    auto high = is_decided(beta) ? kInfinite : outcomes * beta - mean.sum() + rest;
    low = low <= -kEstimate ? -kInfinite : std::min<std::int64_t>(low, kInfinite - 1);
    high = high >= kEstimate ? kInfinite : std::max<std::int64_t>(high, 1 - kInfinite);
    const auto value = descend(stage, stage.arms.joint(arm, static_cast<std::size_t>(outcome)), -1, depth,
                               static_cast<Score>(low), static_cast<Score>(high), ply, beyond);
    if (aborted_) return {};
    mean.add(value);
    if (outcome + 1 == outcomes) break;
    if (value.score <= low && low > -kInfinite)
      return {static_cast<Score>(std::clamp<std::int64_t>((mean.sum() + rest) / outcomes, -kEstimate, alpha)),
              false};
    if (value.score >= high && high < kInfinite)
      return {static_cast<Score>(std::clamp<std::int64_t>((mean.sum() - rest) / outcomes, beta, kEstimate)),
              false};
  }
  return mean.value();
}

}  // namespace woodstock::search::minimax
