#include "search/learning/exclusions.hpp"

#include <algorithm>
#include <bit>

namespace woodstock::search::learning {

namespace {

// Games in which both would have been seen, if each were seen as often and they had nothing to do with each
// other.
constexpr double kEvidence = 3;

}  // namespace

Exclusions::Exclusions(const std::vector<Pattern>& patterns, std::uint32_t fluents, std::uint32_t games)
    : words_((fluents + 63) / 64), games_((games + 63) / 64), row_(fluents), mask_(words_) {
  for (const auto& pattern : patterns)
    for (const auto fluent : pattern.fluents) mask_[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
  for (std::uint32_t fluent = 0; fluent < fluents; ++fluent)
    if (mask_[fluent / 64] >> (fluent % 64) & 1U) {
      row_[fluent] = static_cast<std::uint32_t>(fluents_.size());
      fluents_.push_back(fluent);
    }
  together_.resize(fluents_.size() * words_);
  games_of_.resize(fluents_.size() * games_);
  seen_.resize(fluents_.size());
}

void Exclusions::note(std::uint32_t game, const std::uint64_t* state) {
  for (std::uint32_t word = 0; word < words_; ++word)
    for (auto bits = state[word] & mask_[word]; bits != 0; bits &= bits - 1) {
      const std::size_t row = row_[64 * word + static_cast<std::uint32_t>(std::countr_zero(bits))];
      auto& games = games_of_[row * games_ + game / 64];
      seen_[row] += (games >> (game % 64) & 1U) == 0;
      games |= std::uint64_t{1} << (game % 64);
      for (std::uint32_t other = 0; other < words_; ++other) together_[row * words_ + other] |= state[other];
    }
}

bool Exclusions::exclude(std::uint32_t one, std::uint32_t other) const {
  if (together_[std::size_t{row_[one]} * words_ + other / 64] >> (other % 64) & 1U) return false;
  return static_cast<double>(seen_[row_[one]]) * seen_[row_[other]] >= kEvidence * 64 * games_;
}

std::vector<Pattern> Exclusions::with_blockers(std::vector<Pattern> patterns) const {
  std::vector<std::vector<std::uint32_t>> excluded(row_.size());
  for (const auto one : fluents_)
    for (const auto other : fluents_)
      if (one != other && exclude(one, other)) excluded[one].push_back(other);
  for (auto& pattern : patterns) {
    for (const auto fluent : pattern.fluents)
      pattern.blockers.insert(pattern.blockers.end(), excluded[fluent].begin(), excluded[fluent].end());
    std::ranges::sort(pattern.blockers);
    const auto rest = std::ranges::unique(pattern.blockers);
    pattern.blockers.erase(rest.begin(), rest.end());
  }
  return patterns;
}

}  // namespace woodstock::search::learning
