// UCB over the policies of a stage (003 §4.3), and what its confidence values prune (003 §4.4).
#include <algorithm>
#include <cmath>

#include "base/thread_time.hpp"
#include "search/mac_ucb_2016/mac_ucb_2016.hpp"

namespace woodstock::search::mac_ucb_2016 {

namespace {

double bonus(double c, std::uint64_t n, std::uint64_t samples) {
  return std::sqrt(c * std::log(static_cast<double>(n)) / static_cast<double>(samples));
}

}  // namespace

// Nothing is left to look at after it (000 §4.2.2: nothing is simulated twice).
bool MacUcb2016::settled(const Arm& arm) const {
  for (auto child = arm.first; child < arm.first + arm.outcomes(); ++child)
    if (!tree_[child].explored) return false;
  return true;
}

// ū_i + √(2 ln n / n_i), those without a sample first.
std::uint32_t MacUcb2016::best_arm(StageId id, std::uint32_t role) const {
  const auto& arms = tree_[id].arms;
  std::uint64_t n = 0;
  for (const auto& arm : arms) n += arm.samples;
  auto best = kNoStage;
  auto most = -1.0;
  for (std::uint32_t a = 0; a < arms.size(); ++a) {
    if (settled(arms[a])) continue;
    if (arms[a].samples == 0) return a;
    const auto index =
        arms[a].sums[role] / static_cast<double>(arms[a].samples) + bonus(options_.c, n, arms[a].samples);
    if (index > most) {
      most = index;
      best = a;
    }
  }
  return best;
}

std::uint64_t MacUcb2016::sample(StageId id, const Budget& budget, Random& random) {
  const auto begin = thread_seconds();
  // Time that playouts may still take so that solving has its share.
  const auto allowed = work_.solving * (1 - options_.solving) / options_.solving - work_.sampling;
  const auto role = tree_.decider(id, role_);
  std::uint64_t done = 0;
  auto begun = false;
  for (;;) {
    const auto arm = best_arm(id, role);
    if (arm == kNoStage) return done;
    const bool wanted = id == 0 && tree_[id].arms[arm].samples == 0;
    if (budget.simulations ? done >= std::uint64_t{options_.samples} * tree_[id].arms.size()
                           : !wanted && thread_seconds() - begin >= allowed)
      return done;
    const bool all = !begun && sampling_ == Sampling::kLanes;
    begun = true;
    const auto taken = all ? sample_all(id, budget, random) : sample_arm(id, arm, budget, random);
    if (taken == 0) return done;  // out of time
    done += taken;
    samples_ += taken;
  }
}

// In lanes every policy has its first playouts together with the others.
std::uint64_t MacUcb2016::sample_all(StageId id, const Budget& budget, Random& random) {
  std::vector<StageId> children;
  for (const auto& arm : tree_[id].arms)
    for (auto child = arm.first; child < arm.first + arm.outcomes(); ++child)
      if (!tree_[child].explored) children.push_back(child);
  const auto each = std::max<std::size_t>(1, options_.batch / children.size());
  return play_out(children, static_cast<std::uint32_t>(each), budget, random);
}

std::uint64_t MacUcb2016::sample_arm(StageId id, std::uint32_t number, const Budget& budget, Random& random) {
  const auto& arm = tree_[id].arms[number];
  std::vector<StageId> open;
  for (auto child = arm.first; child < arm.first + arm.outcomes(); ++child)
    if (!tree_[child].explored) open.push_back(child);
  if (sampling_ == Sampling::kNetwork)
    return play_out({{open[random.below(static_cast<std::uint32_t>(open.size()))]}}, 1, budget, random);
  const auto each = std::max<std::size_t>(1, options_.batch / open.size());
  return play_out(open, static_cast<std::uint32_t>(each), budget, random);
}

std::uint64_t MacUcb2016::play_out(std::span<const StageId> children, std::uint32_t each,
                                   const Budget& budget, Random& random) {
  std::vector<double> means;
  if (sampling_ == Sampling::kNetwork) {
    try {
      playouts_.run(tree_[children[0]].state, random, budget.end(), means);
    } catch (const OutOfTime&) {
      return 0;
    }
  } else {
    std::vector<Sampler::Start> starts;
    for (const auto child : children) starts.push_back({&tree_[child].state, each});
    if (!lanes_.sample(starts, random, budget, means)) return 0;
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    auto& child = tree_[children[i]];
    auto& arm = tree_[child.parent].arms[child.arm];
    child.samples += each;
    arm.samples += each;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      const auto reward = each * means[i * roles_ + role];
      child.sums[role] += reward;
      arm.sums[role] += reward;
      child.value[role] = child.sums[role] / static_cast<double>(child.samples);
    }
    if (const auto* known = explored_.find(child.state.hash())) tree_.end(children[i], *known);
  }
  return std::uint64_t{each} * children.size();
}

double MacUcb2016::confidence(const Arm& arm, std::uint32_t role) const {
  double sum = 0;
  for (auto id = arm.first; id < arm.first + arm.outcomes(); ++id) {
    const auto& child = tree_[id];
    sum += child.explored       ? child.value[role]
           : child.samples == 0 ? 1.0
                                : std::min(1.0, child.sums[role] / static_cast<double>(child.samples) +
                                                    bonus(options_.c, arm.samples, child.samples));
  }
  return sum / arm.outcomes();
}

std::uint64_t MacUcb2016::tuple_key(const State& state, std::span<const std::uint32_t> moves) const {
  auto key = state.hash();
  for (const auto move : moves) key = mix64(key ^ move);
  return key;
}

void MacUcb2016::note_confidence(StageId id) {
  if (options_.confidence == 0) return;
  for (const auto& arm : tree_[id].arms) {
    if (arm.outcomes() < 2 || arm.samples == 0) continue;
    auto& known = confidence_[tuple_key(tree_[id].state, arm.chance)];
    known.clear();
    for (std::uint32_t role = 0; role < roles_; ++role) known.push_back(confidence(arm, role));
  }
}

// A stage that one of chance's moves leads to, after a policy that is pruned by now.
bool MacUcb2016::pruned_by_confidence(StageId id) {
  const auto parent = tree_[id].parent;
  if (options_.confidence == 0 || parent == kNoStage) return false;
  const auto& arm = tree_[parent].arms[tree_[id].arm];
  if (arm.outcomes() < 2 || confidence(arm, tree_.decider(parent, role_)) >= threshold_) return false;
  ++pruned_;
  return true;
}

}  // namespace woodstock::search::mac_ucb_2016
