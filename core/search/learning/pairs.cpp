#include "search/learning/pairs.hpp"

#include <utility>

namespace woodstock::search::learning {

Pairs::Pairs(std::vector<Pair> pairs, std::uint32_t fluents) : pairs_(std::move(pairs)) {
  std::vector<std::vector<Partner>> before(fluents), after(fluents);
  for (std::uint32_t i = 0; i < pairs_.size(); ++i) {
    before[pairs_[i].second].push_back({pairs_[i].first, i});
    after[pairs_[i].first].push_back({pairs_[i].second, i});
  }
  for (std::uint32_t fluent = 0; fluent < fluents; ++fluent) {
    begin_.push_back(static_cast<std::uint32_t>(partners_.size()));
    partners_.insert(partners_.end(), before[fluent].begin(), before[fluent].end());
    middle_.push_back(static_cast<std::uint32_t>(partners_.size()));
    partners_.insert(partners_.end(), after[fluent].begin(), after[fluent].end());
  }
  begin_.push_back(static_cast<std::uint32_t>(partners_.size()));
}

}  // namespace woodstock::search::learning
