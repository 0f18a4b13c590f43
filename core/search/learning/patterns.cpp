#include "search/learning/patterns.hpp"

namespace woodstock::search::learning {

Patterns::Patterns(std::vector<Pattern> patterns, std::uint32_t fluents) : patterns_(std::move(patterns)) {
  std::uint32_t kinds = 0;
  for (const auto& pattern : patterns_) {
    own_begin_.push_back(feature_count_);
    feature_count_ += static_cast<std::uint32_t>(pattern.fluents.size());
    kinds = std::max(kinds, pattern.kind + 1);
  }
  std::vector<std::uint32_t> size_of_kind(kinds);
  for (const auto& pattern : patterns_)
    size_of_kind[pattern.kind] = static_cast<std::uint32_t>(pattern.fluents.size());
  for (const auto size : size_of_kind) {
    kind_begin_.push_back(feature_count_);
    feature_count_ += size;
  }
  std::vector<std::vector<Part>> parts(fluents);
  for (std::uint32_t i = 0; i < patterns_.size(); ++i) {
    for (const auto fluent : patterns_[i].fluents) parts[fluent].push_back({i, false});
    for (const auto fluent : patterns_[i].blockers) parts[fluent].push_back({i, true});
  }
  begin_.push_back(0);
  for (const auto& of_fluent : parts) {
    parts_.insert(parts_.end(), of_fluent.begin(), of_fluent.end());
    begin_.push_back(static_cast<std::uint32_t>(parts_.size()));
  }
}

}  // namespace woodstock::search::learning
