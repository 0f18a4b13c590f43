// What MAC-UCB thinks of the root's moves, and which one it plays.
#include <algorithm>
#include <cmath>
#include <span>

#include "search/mac_ucb/mac_ucb.hpp"

namespace woodstock::search::mac_ucb {

SearchReport MacUcb::report() const {
  SearchReport report;
  report.nodes = tree_.size();
  report.stages = stages_;
  report.depth = deepest_;
  if (root_ == kNoStage) return report;
  const auto roles = lanes_->circuit().role_count();
  const auto size = payoffs_.size();
  const auto in_points = [&](const float* value) {
    std::vector<double> points(roles, 0);
    for (const auto role : payoffs_.players()) points[role] = 100 * payoffs_.utility(role, value);
    return points;
  };
  const auto& node = tree_[root_];
  report.samples = node.samples;
  report.proven = node.solved;
  if (node.samples > 0 || node.solved) report.values = in_points(tree_.value(root_));
  for (const auto move : root_moves_[role_])
    report.moves.push_back(
        {.move = static_cast<std::uint32_t>(move), .visits = 0, .values = {}, .proven = false, .weight = 0});
  if (report.moves.empty()) return report;
  if (!node.expansion) {
    report.moves[0].weight = 1;
    return report;
  }
  const auto& expansion = *node.expansion;
  const auto actions = static_cast<std::uint32_t>(expansion.children.size());
  const auto count = expansion.counts[role_], stride = expansion.stride(role_);
  const bool mixed = !expansion.interest.empty();
  // Where the moves of the stage stand among all the role's moves; a stage too wide has only some of them.
  std::vector<std::uint32_t> at(count, 0);
  for (std::uint32_t m = 0; m < count; ++m) {
    const auto& legal = root_moves_[role_];
    const auto found = std::find(legal.begin(), legal.end(), expansion.move(role_, m * stride));
    at[m] = static_cast<std::uint32_t>(found == legal.end() ? 0 : found - legal.begin());
  }
  const bool decides =
      std::find(expansion.deciders.begin(), expansion.deciders.end(), role_) != expansion.deciders.end();
  // The strategy of each decider, where there is one; the weight of a joint action given the role's own move.
  const auto others = [&](std::uint32_t action) {
    if (!mixed) return 1.0F;
    float weight = 1;
    std::size_t begin = 0;
    for (const auto role : expansion.deciders) {
      if (role != role_)
        weight *= expansion.strategy[begin + action / expansion.stride(role) % expansion.counts[role]];
      begin += expansion.counts[role];
    }
    return weight / static_cast<float>(expansion.chances);
  };
  struct Standing {
    std::vector<float> value, mean;
    double samples = 0;
    float weight = 0;
    bool solved = true;
  };
  std::vector<Standing> standings(count);
  for (auto& standing : standings) {
    standing.value.assign(size, 0);
    standing.mean.assign(size, 0);
  }
  if (mixed) {
    for (std::uint32_t action = 0; action < actions; ++action) {
      auto& standing = standings[action / stride % count];
      const auto child = expansion.children[action];
      const float weight = others(action);
      for (std::uint32_t i = 0; i < size; ++i) {
        standing.value[i] += weight * tree_.value(child)[i];
        standing.mean[i] += weight * tree_.mean(child)[i];
      }
      standing.samples += static_cast<double>(tree_[child].samples);
      standing.solved = standing.solved && tree_[child].solved;
    }
  } else {
    // Each of the role's moves with what its team would add to it.
    std::vector<float> utility(count, -kFar);
    std::vector<float> value(size), mean(size);
    const auto judge = decides                      ? role_
                       : expansion.deciders.empty() ? payoffs_.owner(0)
                                                    : expansion.deciders[0];
    for (std::uint32_t action = 0; action < actions; ++action) {
      if (expansion.chances > 1 && action / expansion.chance_stride % expansion.chances != 0) continue;
      std::fill(value.begin(), value.end(), 0.0F);
      std::fill(mean.begin(), mean.end(), 0.0F);
      double samples = 0;
      bool solved = true;
      for (std::uint32_t c = 0; c < expansion.chances; ++c) {
        const auto child = expansion.children[action + c * expansion.chance_stride];
        for (std::uint32_t i = 0; i < size; ++i) {
          value[i] += tree_.value(child)[i] / static_cast<float>(expansion.chances);
          mean[i] += tree_.mean(child)[i] / static_cast<float>(expansion.chances);
        }
        samples += static_cast<double>(tree_[child].samples);
        solved = solved && tree_[child].solved;
      }
      auto& standing = standings[action / stride % count];
      standing.samples += samples;
      standing.solved = standing.solved && solved;
      const float mine = payoffs_.urge(judge, value.data());
      if (mine > utility[action / stride % count]) {
        utility[action / stride % count] = mine;
        standing.value = value;
        standing.mean = mean;
      }
    }
  }
  for (std::uint32_t m = 0; m < count; ++m) {
    auto& entry = report.moves[at[m]];
    entry.visits = static_cast<std::uint64_t>(standings[m].samples);
    entry.values = in_points(standings[m].value.data());
    entry.proven = standings[m].solved;
  }
  if (mixed && decides) {
    std::size_t begin = 0;
    for (const auto role : expansion.deciders) {
      if (role == role_) break;
      begin += expansion.counts[role];
    }
    // Moves that are next to never played are noise.
    const auto own = std::span(expansion.strategy).subspan(begin, count);
    const float noise = std::min(kNoise, *std::max_element(own.begin(), own.end()) / 2);
    float total = 0;
    for (std::uint32_t m = 0; m < count; ++m) {
      const float weight = own[m];
      standings[m].weight = weight < noise ? 0 : weight;
      total += standings[m].weight;
    }
    Random random(mix64(seed_ ^ node.key ^ 0x73696d));
    double left = random.real() * total;
    bool found = false;
    for (std::uint32_t m = 0; m < count; ++m) {
      report.moves[at[m]].weight = total > 0 ? standings[m].weight / total : 0;
      left -= standings[m].weight;
      if (!found && standings[m].weight > 0 && left <= 0) {
        report.chosen = at[m];
        found = true;
      }
    }
  } else {
    const double width = confidence(node);
    const auto score = [&](std::uint32_t m) {
      const double utility = payoffs_.urge(role_, standings[m].value.data());
      if (standings[m].solved) return utility;
      return utility - width / std::sqrt(standings[m].samples + 1);
    };
    std::uint32_t chosen = 0;
    for (std::uint32_t m = 1; m < count; ++m) {
      const double mine = score(m), best = score(chosen);
      // Among equals (all lost, say) the one that random play likes best.
      if (mine > best + kEqual ||
          (mine > best - kEqual && payoffs_.utility(role_, standings[m].mean.data()) >
                                       payoffs_.utility(role_, standings[chosen].mean.data())))
        chosen = m;
    }
    report.chosen = at[chosen];
    report.moves[report.chosen].weight = 1;
  }
  for (auto id = root_; tree_[id].expansion && report.line.size() < kLongestLine;) {
    const auto action = backup_.principal(tree_, id);
    const auto& stage = *tree_[id].expansion;
    std::vector<std::uint32_t> joint(roles, 0);
    for (std::uint32_t role = 0; role < roles; ++role)
      joint[role] = static_cast<std::uint32_t>(std::max(0, stage.move(role, action)));
    report.line.push_back(std::move(joint));
    id = stage.children[action];
  }
  return report;
}

}  // namespace woodstock::search::mac_ucb
