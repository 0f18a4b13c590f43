#include "search/mac_ucb/backup.hpp"

#include <algorithm>

namespace woodstock::search::mac_ucb {

namespace {

bool united(const Payoffs& payoffs, const std::vector<std::uint32_t>& deciders) {
  return std::all_of(deciders.begin(), deciders.end(),
                     [&](std::uint32_t role) { return payoffs.allied(role, deciders[0]); });
}

}  // namespace

Backup Backup::of(const Payoffs& payoffs, const Options& options, bool chance) {
  return {payoffs,
          static_cast<float>(options.exploration),
          chance ? 0 : static_cast<float>(options.mix),
          chance ? 0 : static_cast<float>(options.wide_mix),
          static_cast<float>(options.fade),
          static_cast<float>(options.shrinkage)};
}

// Among equal ones the outcome that gives the others least: nobody counts on an opponent's kindness.
std::uint32_t Backup::best_for(std::uint32_t role, const Outcomes& outcomes) const {
  std::uint32_t best = 0;
  float most = -kFar;
  for (std::uint32_t o = 0; o < outcomes.count(); ++o) {
    const float mine = payoffs_.urge(role, outcomes.value(o));
    if (mine <= most) continue;
    best = o;
    most = mine;
  }
  return best;
}

void Backup::decide(PolicyTree& tree, StageId id, std::uint32_t role) {
  const auto best = best_for(role, outcomes_);
  std::copy_n(outcomes_.value(best), size_, tree.value(id));
  float* lowest = tree.low(id);
  float* highest = tree.high(id);
  float floor = 0;  // what the role can have for certain
  float ceiling = 0;
  for (std::uint32_t o = 0; o < outcomes_.count(); ++o) {
    floor = std::max(floor, payoffs_.lower(role, outcomes_.low(o), outcomes_.high(o)));
    ceiling = std::max(ceiling, payoffs_.upper(role, outcomes_.low(o), outcomes_.high(o)));
  }
  for (std::uint32_t i = 0; i < size_; ++i) {
    lowest[i] = payoffs_.most();
    highest[i] = 0;
  }
  for (std::uint32_t o = 0; o < outcomes_.count(); ++o) {
    if (payoffs_.upper(role, outcomes_.low(o), outcomes_.high(o)) < floor - kSame) continue;  // never chosen
    for (std::uint32_t i = 0; i < size_; ++i) {
      lowest[i] = std::min(lowest[i], outcomes_.low(o)[i]);
      highest[i] = std::max(highest[i], outcomes_.high(o)[i]);
    }
  }
  bound(tree, id, role, floor, ceiling);
}

void Backup::bound(PolicyTree& tree, StageId id, std::uint32_t role, float floor, float ceiling) const {
  const auto own = payoffs_.index(role);
  tree.low(id)[own] = payoffs_.opposed(role) ? payoffs_.sum() - ceiling : floor;
  tree.high(id)[own] = payoffs_.opposed(role) ? payoffs_.sum() - floor : ceiling;
}

// Actions that are not in the tree may be worth anything: only what a single decider has for certain stands.
void Backup::forget_what_was_left_out(PolicyTree& tree, StageId id, const Expansion& expansion) const {
  const bool sure = expansion.deciders.size() == 1 && expansion.chances == 1;
  const auto role = expansion.deciders.empty() ? payoffs_.owner(0) : expansion.deciders[0];
  const auto own = payoffs_.index(role);
  for (std::uint32_t i = 0; i < size_; ++i) {
    if (!(sure && i == own && !payoffs_.opposed(role))) tree.low(id)[i] = 0;
    if (!(sure && i == own && payoffs_.opposed(role))) tree.high(id)[i] = payoffs_.most();
  }
}

// The same as gathering and deciding, for the stages that most games have nothing but: one pass.
Backup::Successors Backup::decide_directly(PolicyTree& tree, StageId id, std::uint32_t role,
                                           const Expansion& expansion) {
  Successors successors;
  StageId best = kNoStage;
  float most = -kFar, floor = 0, ceiling = 0;
  for (const auto child : expansion.children) {
    const float* numbers = tree.value(child);
    successors.add(tree[child]);
    floor = std::max(floor, payoffs_.lower(role, numbers + 3 * size_, numbers + 4 * size_));
    ceiling = std::max(ceiling, payoffs_.upper(role, numbers + 3 * size_, numbers + 4 * size_));
    const float mine = payoffs_.urge(role, numbers);
    if (mine <= most) continue;
    best = child;
    most = mine;
  }
  float* value = tree.value(id);
  float* lowest = tree.low(id);
  float* highest = tree.high(id);
  std::copy_n(tree.value(best), size_, value);
  if (size_ > 1) {
    std::fill_n(lowest, size_, payoffs_.most());
    std::fill_n(highest, size_, 0.0F);
    for (const auto child : expansion.children) {
      const float *low = tree.low(child), *high = tree.high(child);
      if (payoffs_.upper(role, low, high) < floor - kSame) continue;  // never chosen
      for (std::uint32_t i = 0; i < size_; ++i) {
        lowest[i] = std::min(lowest[i], low[i]);
        highest[i] = std::max(highest[i], high[i]);
      }
    }
  }
  bound(tree, id, role, floor, ceiling);
  return successors;
}

Backup::Successors Backup::look_at(const PolicyTree& tree, const Expansion& expansion) {
  Successors successors;
  for (const auto child : expansion.children) {
    successors.add(tree[child]);
    if (!successors.closed) break;
  }
  return successors;
}

void Backup::update(PolicyTree& tree, StageId id) {
  auto& node = tree[id];
  const auto& expansion = *node.expansion;
  size_ = tree.payoff_size();
  Successors successors;
  if (expansion.chances == 1 && expansion.deciders.size() == 1) {
    successors = decide_directly(tree, id, expansion.deciders[0], expansion);
  } else {
    outcomes_.gather(tree, expansion);
    successors = look_at(tree, expansion);
    if (expansion.deciders.empty()) {
      std::copy_n(outcomes_.value(0), size_, tree.value(id));
      std::copy_n(outcomes_.low(0), size_, tree.low(id));
      std::copy_n(outcomes_.high(0), size_, tree.high(id));
    } else if (united(payoffs_, expansion.deciders)) {
      decide(tree, id, expansion.deciders[0]);
    } else {
      simultaneous_.resolve(outcomes_, tree, id, successors.solved);
    }
  }
  if (expansion.partial) forget_what_was_left_out(tree, id, expansion);
  const float *lowest = tree.low(id), *highest = tree.high(id);
  bool same = true;
  for (std::uint32_t i = 0; i < size_; ++i) same = same && highest[i] - lowest[i] < kSame;
  const bool open = !same && (expansion.partial || !successors.solved);
  if (open) steady(tree, id);
  float* result = tree.value(id);
  for (std::uint32_t i = 0; i < size_; ++i)
    result[i] = std::clamp(result[i], lowest[i], std::max(lowest[i], highest[i]));
  if (open) {
    node.exhausted = successors.closed;
    return;
  }
  node.solved = true;
  node.length = length(tree, id);
  std::copy_n(result, size_, tree.low(id));
  std::copy_n(result, size_, tree.high(id));
}

// To the end of a solved stage: who does well hurries, who does badly puts it off. Where it is not one role
// that decides, the longest.
std::uint16_t Backup::length(const PolicyTree& tree, StageId id) const {
  const auto& expansion = *tree[id].expansion;
  const bool alone = expansion.chances == 1 && expansion.deciders.size() == 1;
  const auto role = expansion.deciders.empty() ? payoffs_.owner(0) : expansion.deciders[0];
  const float mine = payoffs_.utility(role, tree.value(id));
  const bool hurries = alone && mine > payoffs_.most() / 2;
  std::int32_t found = -1;
  for (const auto child : expansion.children) {
    if (!tree[child].solved || (alone && payoffs_.utility(role, tree.value(child)) < mine - kSame)) continue;
    const std::int32_t length = tree[child].length;
    if (found < 0 || (hurries ? length < found : length > found)) found = length;
  }
  return static_cast<std::uint16_t>(std::min(found + 1, 0xffff));
}

// The value that decides hangs on a few playouts at the end of a line. The mean of all of them (Lanctot et
// al. 2014) and what was thought of the stage above steady it.
void Backup::steady(PolicyTree& tree, StageId id) const {
  const auto& node = tree[id];
  float mix = node.expansion->table.empty() ? mix_ : std::max(mix_, wide_mix_);
  if (fade_ > 0) mix *= fade_ / (fade_ + static_cast<float>(node.samples));
  const float doubt = node.belief / (node.belief + static_cast<float>(node.samples) + 1);
  float* result = tree.value(id);
  for (std::uint32_t i = 0; i < size_; ++i) {
    if (!node.expansion->deciders.empty()) result[i] += mix * (tree.mean(id)[i] - result[i]);
    result[i] += doubt * (tree.prior(id)[i] - result[i]);
  }
}

std::uint32_t Backup::principal(const PolicyTree& tree, StageId id) const {
  const auto& expansion = *tree[id].expansion;
  if (expansion.deciders.empty()) return 0;
  Outcomes outcomes;
  outcomes.gather(tree, expansion);
  return outcomes.action(united(payoffs_, expansion.deciders)
                             ? best_for(expansion.deciders[0], outcomes)
                             : Simultaneous::likeliest(expansion, outcomes.count()));
}

}  // namespace woodstock::search::mac_ucb
