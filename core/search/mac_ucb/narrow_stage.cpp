#include "search/mac_ucb/narrow_stage.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace woodstock::search::mac_ucb {

using namespace lanes;

namespace {

bool bit(std::span<const std::uint64_t> words, std::uint32_t index) {
  return (words[index / 64] >> (index % 64) & 1) != 0;
}

// How many moves each role keeps: the longest lists give way first.
std::vector<std::size_t> lengths_within(std::size_t limit,
                                        const std::vector<std::vector<std::int32_t>>& moves) {
  std::vector<std::size_t> lengths;
  for (const auto& list : moves) lengths.push_back(std::min(list.size(), limit));
  const auto product = [&] {
    double joint = 1;
    for (const auto length : lengths) joint *= static_cast<double>(length);
    return joint;
  };
  while (product() > static_cast<double>(limit)) {
    auto& longest = *std::max_element(lengths.begin(), lengths.end());
    if (longest == 1) break;
    longest -= std::max<std::size_t>(1, longest / kNarrowStep);
  }
  return lengths;
}

}  // namespace

bool NarrowStage::expand(const Lanes& lanes, const Payoffs& payoffs, std::span<const std::uint64_t> state,
                         std::uint64_t seed, const LaneLimits& limits, LaneExpansion& expansion) const {
  const auto& circuit = lanes.circuit();
  const auto roles = circuit.role_count();
  const auto here = lanes.evaluate(state, std::vector<std::int32_t>(roles, -1));
  std::vector<std::vector<std::int32_t>> moves(roles);
  std::size_t most = 1;
  for (std::uint32_t role = 0; role < roles; ++role) {
    for (auto move = circuit.role_begin(role); move < circuit.role_begin(role + 1); ++move)
      if (bit(here.legal, move)) moves[role].push_back(static_cast<std::int32_t>(move));
    if (moves[role].empty()) moves[role].push_back(-1);
    most = std::max(most, moves[role].size());
  }
  LaneWants wants;
  wants.first_moves = true;
  const LaneStart start{state, std::max(playouts, each * static_cast<std::uint32_t>(most)), {}};
  const auto totals = lanes.run({&start, 1}, seed, limits, 1, wants);
  if (!totals.complete) return false;
  const auto lengths = lengths_within(limit, moves);
  Random random(mix64(seed ^ 0x77696465));
  const auto size = payoffs.size();
  std::vector<float> value(size);
  for (std::uint32_t role = 0; role < roles; ++role) {
    if (moves[role].size() == lengths[role]) continue;
    std::vector<std::pair<float, std::int32_t>> ranked;
    for (const auto move : moves[role]) {
      const auto count = totals.first_counts[static_cast<std::size_t>(move)];
      for (std::uint32_t i = 0; i < size; ++i)
        value[i] = count == 0
                       ? 0.0F
                       : static_cast<float>(
                             totals.first_sums[static_cast<std::size_t>(move) * roles + payoffs.owner(i)]) /
                             (kPoints * static_cast<float>(count));
      const bool chance = static_cast<std::int32_t>(role) == circuit.chance_role();
      const float merit = chance       ? static_cast<float>(random.real())
                          : count == 0 ? -kFar
                                       : payoffs.urge(role, value.data());
      ranked.emplace_back(-merit, move);
    }
    std::sort(ranked.begin(), ranked.end());
    moves[role].clear();
    for (std::size_t m = 0; m < lengths[role]; ++m) moves[role].push_back(ranked[m].second);
    std::sort(moves[role].begin(), moves[role].end());
  }
  std::size_t joint = 1;
  for (const auto& list : moves) joint *= list.size();
  expansion.terminal = false;
  expansion.goals.assign(roles, -1);
  expansion.moves.resize(joint * roles);
  for (std::size_t j = 0; j < joint; ++j)
    for (auto role = roles, rest = static_cast<std::uint32_t>(j); role-- > 0;) {
      expansion.moves[j * roles + role] = moves[role][rest % moves[role].size()];
      rest /= static_cast<std::uint32_t>(moves[role].size());
    }
  std::vector<std::uint64_t> states;
  for (std::size_t j = 0; j < joint; ++j) states.insert(states.end(), state.begin(), state.end());
  expansion.successors = lanes.evaluate(states, expansion.moves).next;
  const auto after = lanes.evaluate(expansion.successors, std::vector<std::int32_t>(joint * roles, -1));
  expansion.successor_terminal = after.terminal;
  expansion.successor_goals = after.goals;
  return true;
}

}  // namespace woodstock::search::mac_ucb
