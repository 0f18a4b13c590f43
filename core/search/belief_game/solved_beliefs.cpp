#include "search/belief_game/solved_beliefs.hpp"

#include <utility>

namespace woodstock::search::belief_game {

namespace {

constexpr std::size_t kEntry = 32;  // bytes that the table takes for each, about

}  // namespace

std::size_t Solution::bytes() const {
  auto bytes = values.capacity() * sizeof(double) + best.capacity() * sizeof(std::uint32_t) +
               endings.capacity() * sizeof(belief::Ending);
  for (const auto& ending : endings) bytes += ending.goals.capacity() * sizeof(std::int32_t);
  return bytes;
}

const Solution* SolvedBeliefs::find(const belief::Belief& belief) const {
  for (auto key = belief.key();; ++key) {
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    if (found->second.belief.same_as(belief)) return &found->second.solution;
  }
}

const Solution& SolvedBeliefs::add(const belief::Belief& belief, Solution solution) {
  for (auto key = belief.key();; ++key) {
    const auto [place, made] = entries_.try_emplace(key, belief, Solution());
    auto& entry = place->second;
    if (!made && !entry.belief.same_as(belief)) continue;
    bytes_ += made ? sizeof(Entry) + kEntry + entry.belief.bytes() : 0;
    bytes_ += solution.bytes() - entry.solution.bytes();
    entry.solution = std::move(solution);
    return entry.solution;
  }
}

void SolvedBeliefs::clear() {
  entries_.clear();
  bytes_ = 0;
}

}  // namespace woodstock::search::belief_game
