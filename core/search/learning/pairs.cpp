#include "search/learning/pairs.hpp"

#include <utility>

namespace woodstock::search::learning {

Pairs::Pairs(std::vector<Pair> pairs, std::uint32_t fluents) : pairs_(std::move(pairs)) {
  std::vector<std::vector<Partner>> later(fluents);
  for (std::uint32_t i = 0; i < pairs_.size(); ++i) later[pairs_[i].first].push_back({pairs_[i].second, i});
  for (const auto& partners : later) {
    begin_.push_back(static_cast<std::uint32_t>(partners_.size()));
    partners_.insert(partners_.end(), partners.begin(), partners.end());
  }
  begin_.push_back(static_cast<std::uint32_t>(partners_.size()));
}

}  // namespace woodstock::search::learning
