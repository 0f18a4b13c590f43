#include "search/mac_ucb/report.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/random.hpp"
#include "search/mac_ucb/selection.hpp"

namespace woodstock::search::mac_ucb {

std::vector<double> Report::in_points(const float* value, std::uint32_t roles) const {
  std::vector<double> points(roles, 0);
  for (const auto role : payoffs_.players()) points[role] = kPoints * payoffs_.utility(role, value);
  return points;
}

bool Report::decides(const Expansion& expansion) const {
  return std::find(expansion.deciders.begin(), expansion.deciders.end(), role_) != expansion.deciders.end();
}

// How likely a joint action is, given the role's own move.
float Report::weight_of_others(const Expansion& expansion, std::uint32_t action) const {
  float weight = 1;
  std::size_t begin = 0;
  for (const auto role : expansion.deciders) {
    if (role != role_)
      weight *= expansion.strategy[begin + action / expansion.stride(role) % expansion.counts[role]];
    begin += expansion.counts[role];
  }
  return weight / static_cast<float>(expansion.chances);
}

// Where the moves of the stage stand among all the role's moves; a stage too wide has only some of them.
std::vector<Report::Standing> Report::empty_standings(const Expansion& expansion,
                                                      const std::vector<std::int32_t>& legal) const {
  const auto count = expansion.counts[role_], stride = expansion.stride(role_);
  std::vector<Standing> standings(count);
  for (std::uint32_t m = 0; m < count; ++m) {
    const auto move = frames_.before(root_frame_, role_, expansion.move(role_, m * stride));
    const auto found = std::find(legal.begin(), legal.end(), move);
    standings[m].at = static_cast<std::uint32_t>(found == legal.end() ? 0 : found - legal.begin());
    standings[m].value.assign(payoffs_.size(), 0);
    standings[m].mean.assign(payoffs_.size(), 0);
  }
  return standings;
}

// Each of the role's moves against the strategies of the others.
void Report::stand_in_equilibrium(const Expansion& expansion, std::vector<Standing>& standings) const {
  const auto stride = expansion.stride(role_);
  for (std::uint32_t action = 0; action < expansion.children.size(); ++action) {
    auto& standing = standings[action / stride % standings.size()];
    const auto child = expansion.children[action];
    const float weight = weight_of_others(expansion, action);
    for (std::uint32_t i = 0; i < payoffs_.size(); ++i) {
      standing.value[i] += weight * tree_.value(child)[i];
      standing.mean[i] += weight * tree_.mean(child)[i];
    }
    standing.samples += static_cast<double>(tree_[child].samples);
    standing.solved = standing.solved && tree_[child].solved;
  }
}

// Each of the role's moves with what its team would add to it.
void Report::stand_with_team(const Expansion& expansion, std::vector<Standing>& standings) const {
  const auto size = payoffs_.size();
  const auto stride = expansion.stride(role_);
  const auto chances = static_cast<float>(expansion.chances);
  std::vector<float> utility(standings.size(), -kFar), value(size), mean(size);
  const auto judge = decides(expansion)           ? role_
                     : expansion.deciders.empty() ? payoffs_.owner(0)
                                                  : expansion.deciders[0];
  for (std::uint32_t action = 0; action < expansion.children.size(); ++action) {
    if (expansion.chances > 1 && action / expansion.chance_stride % expansion.chances != 0) continue;
    std::fill(value.begin(), value.end(), 0.0F);
    std::fill(mean.begin(), mean.end(), 0.0F);
    double samples = 0;
    bool solved = true;
    std::uint16_t length = 0;
    int verdict = 0;
    for (std::uint32_t c = 0; c < expansion.chances; ++c) {
      const auto child = expansion.children[action + c * expansion.chance_stride];
      for (std::uint32_t i = 0; i < size; ++i) {
        value[i] += tree_.value(child)[i] / chances;
        mean[i] += tree_.mean(child)[i] / chances;
      }
      samples += static_cast<double>(tree_[child].samples);
      solved = solved && tree_[child].solved;
      length = std::max(length, tree_[child].length);
      verdict = expansion.deciders.size() == 1 && expansion.chances == 1 ? tree_[child].verdict : 0;
    }
    const auto move = action / stride % standings.size();
    auto& standing = standings[move];
    standing.samples += samples;
    standing.solved = standing.solved && solved;
    standing.length = std::max(standing.length, length);
    standing.verdict = verdict;
    const float mine = payoffs_.urge(judge, value.data());
    if (mine > utility[move]) {
      utility[move] = mine;
      standing.value = value;
      standing.mean = mean;
    }
  }
}

void Report::draw(const Expansion& expansion, const std::vector<Standing>& standings, std::uint64_t seed,
                  SearchReport& report) const {
  std::size_t begin = 0;
  for (const auto role : expansion.deciders) {
    if (role == role_) break;
    begin += expansion.counts[role];
  }
  // Moves that are next to never played are noise.
  const auto own = std::span(expansion.strategy).subspan(begin, standings.size());
  const float noise = std::min(kNoise, *std::max_element(own.begin(), own.end()) / 2);
  std::vector<float> weights;
  float total = 0;
  for (const auto weight : own) {
    weights.push_back(weight < noise ? 0 : weight);
    total += weights.back();
  }
  Random random(seed);
  double left = random.real() * total;
  bool found = false;
  for (std::size_t m = 0; m < standings.size(); ++m) {
    report.moves[standings[m].at].weight = total > 0 ? weights[m] / total : 0;
    left -= weights[m];
    if (!found && weights[m] > 0 && left <= 0) {
      report.chosen = standings[m].at;
      found = true;
    }
  }
}

// A proven loss is never played where something else stands, however little is known of that. Then the value
// counts, less what so few samples leave open. Wins are taken the short way and losses put off; among equals
// the move that random play likes best, since there the others have most to find.
void Report::choose_best(const StageNode& node, const std::vector<Standing>& standings,
                         SearchReport& report) const {
  const double width = confidence(options_.exploration, node);
  // Of many moves none has many samples: to mistrust few would be to play the move first looked at.
  const double doubt = node.is_wide(options_.wide) ? 0 : options_.doubt;
  double most = 1;
  for (const auto& standing : standings) most = std::max(most, standing.samples);
  const auto utility = [&](const Standing& standing) {
    return static_cast<double>(payoffs_.utility(role_, standing.value.data()));
  };
  const auto verdict = [&](const Standing& standing) {
    if (standing.solved && utility(standing) <= kEqual) return -1;
    return standing.solved && payoffs_.size() == 1 ? 0 : standing.verdict;
  };
  const auto score = [&](const Standing& standing) {
    const double urge = payoffs_.urge(role_, standing.value.data());
    if (standing.solved) return urge;
    return urge - width / std::sqrt(standing.samples + 1) - doubt * (1 - std::sqrt(standing.samples / most));
  };
  const auto haste = [&](const Standing& standing) {
    if (!standing.solved) return 0;
    return utility(standing) > payoffs_.most() / 2 ? -standing.length : int{standing.length};
  };
  const auto liked = [&](const Standing& standing) { return payoffs_.utility(role_, standing.mean.data()); };
  const auto better = [&](const Standing& one, const Standing& other) {
    if (verdict(one) != verdict(other)) return verdict(one) > verdict(other);
    const double mine = score(one), theirs = score(other);
    if (std::abs(mine - theirs) > kEqual) return mine > theirs;
    if (haste(one) != haste(other)) return haste(one) > haste(other);
    return liked(one) > liked(other);
  };
  const auto* chosen = &standings[0];
  for (const auto& standing : standings)
    if (better(standing, *chosen)) chosen = &standing;
  report.chosen = chosen->at;
  report.moves[report.chosen].weight = 1;
}

void Report::follow(StageId root, std::uint32_t roles, SearchReport& report) const {
  std::vector<symmetry::Element> frames{root_frame_};
  for (auto id = root; tree_[id].expansion && report.line.size() < kLongestLine;) {
    const auto action = backup_.principal(tree_, id);
    const auto& stage = *tree_[id].expansion;
    std::vector<std::uint32_t> joint(roles, 0);
    for (std::uint32_t role = 0; role < roles; ++role)
      joint[role] =
          static_cast<std::uint32_t>(std::max(0, frames_.before(frames, role, stage.move(role, action))));
    report.line.push_back(std::move(joint));
    frames.push_back(stage.frame(action));
    id = stage.children[action];
  }
}

void Report::describe(StageId root, const std::vector<std::int32_t>& legal, std::uint32_t roles,
                      std::uint64_t seed, SearchReport& report) const {
  const auto& node = tree_[root];
  report.samples = node.samples;
  report.proven = node.solved;
  if (node.samples > 0 || node.solved) report.values = in_points(tree_.value(root), roles);
  for (const auto move : legal)
    report.moves.push_back(
        {.move = static_cast<std::uint32_t>(move), .visits = 0, .values = {}, .proven = false, .weight = 0});
  if (report.moves.empty()) return;
  if (!node.expansion) {
    report.moves[0].weight = 1;
    return;
  }
  const auto& expansion = *node.expansion;
  const bool mixed = !expansion.interest.empty();
  auto standings = empty_standings(expansion, legal);
  if (mixed) {
    stand_in_equilibrium(expansion, standings);
  } else {
    stand_with_team(expansion, standings);
  }
  for (const auto& standing : standings) {
    auto& entry = report.moves[standing.at];
    entry.visits = static_cast<std::uint64_t>(standing.samples);
    entry.values = in_points(standing.value.data(), roles);
    entry.proven = standing.solved;
  }
  if (mixed && decides(expansion)) {
    draw(expansion, standings, mix64(seed ^ node.key ^ 0x73696d), report);
  } else {
    choose_best(node, standings, report);
  }
  follow(root, roles, report);
}

}  // namespace woodstock::search::mac_ucb
