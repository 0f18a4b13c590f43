#include "circuit/sharing.hpp"

#include <algorithm>
#include <unordered_map>

namespace woodstock::circuit {
namespace {

constexpr std::size_t kLargestGate = 700;           // wider gates have too many pairs to count
constexpr std::size_t kMostPairs = 12'000'000;      // counted in one round
constexpr std::size_t kLargestCircuit = 1'000'000;  // inputs; beyond, loading would take too long
constexpr int kRounds = 12;

using Pair = std::uint64_t;
constexpr Pair pair_of(Signal a, Signal b) { return static_cast<Pair>(a) << 32 | b; }

// Pairs that occur in at least two gates, with how often.
std::unordered_map<Pair, std::uint32_t> count_pairs(const Circuit& circuit) {
  std::vector<Pair> pairs;
  for (auto gate = circuit.first_gate(); gate < circuit.node_count(); ++gate) {
    const auto inputs = circuit.inputs(gate);
    if (inputs.size() > kLargestGate || pairs.size() > kMostPairs) continue;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      for (std::size_t j = i + 1; j < inputs.size(); ++j) pairs.push_back(pair_of(inputs[i], inputs[j]));
  }
  std::ranges::sort(pairs);
  std::unordered_map<Pair, std::uint32_t> counts;
  for (std::size_t i = 0; i < pairs.size();) {
    auto j = i;
    while (j < pairs.size() && pairs[j] == pairs[i]) ++j;
    if (j - i > 1) counts.emplace(pairs[i], static_cast<std::uint32_t>(j - i));
    i = j;
  }
  return counts;
}

Circuit one_round(const Circuit& from, const std::unordered_map<Pair, std::uint32_t>& counts) {
  return from.rewritten([&](Circuit& to, std::uint32_t gate, const std::vector<Signal>& image) {
    const auto map = [&](Signal s) { return image[node_of(s)] ^ (s & 1U); };
    const auto inputs = from.inputs(gate);
    std::vector<std::pair<std::uint32_t, Pair>> candidates;
    if (inputs.size() > 2 && inputs.size() <= kLargestGate)
      for (std::size_t i = 0; i < inputs.size(); ++i)
        for (std::size_t j = i + 1; j < inputs.size(); ++j) {
          const auto known = counts.find(pair_of(inputs[i], inputs[j]));
          if (known != counts.end()) candidates.emplace_back(~known->second, known->first);
        }
    std::ranges::sort(candidates);  // the most frequent pair first
    std::vector<Signal> rest(inputs.begin(), inputs.end()), result;
    for (const auto& [rank, pair] : candidates) {
      const auto first = std::ranges::find(rest, static_cast<Signal>(pair >> 32));
      const auto second = std::ranges::find(rest, static_cast<Signal>(pair));
      if (first == rest.end() || second == rest.end()) continue;
      result.push_back(to.all_of({map(*first), map(*second)}));
      const auto other = *second;
      rest.erase(first);
      rest.erase(std::ranges::find(rest, other));
    }
    for (const auto s : rest) result.push_back(map(s));
    return to.all_of(std::move(result));
  });
}

std::size_t operations(const Circuit& circuit) {
  return circuit.input_count() - (circuit.node_count() - circuit.first_gate());
}

}  // namespace

Circuit with_shared_inputs(const Circuit& circuit) {
  auto best = circuit.pruned();
  if (best.input_count() > kLargestCircuit) return best;
  for (int round = 0; round < kRounds; ++round) {
    const auto counts = count_pairs(best);
    if (counts.empty()) break;
    auto next = one_round(best, counts);
    const bool better = operations(next) * 100 < operations(best) * 99;
    if (operations(next) < operations(best)) best = std::move(next);
    if (!better) break;
  }
  return best;
}

}  // namespace woodstock::circuit
