#include "stages/distribution.hpp"

#include <algorithm>

namespace woodstock::stages {

using namespace csp;

std::vector<VariableId> Distribution::scope() const {
  if (!uniform) return rows.scope;
  std::vector<VariableId> found;
  for (const auto& condition : conditions)
    if (condition.variable) found.push_back(*condition.variable);
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void Distribution::weigh(const std::vector<ValueId>& values, std::vector<std::int64_t>& out) const {
  std::ranges::fill(out, 0);
  if (uniform) {
    const auto may_occur = [&](const Condition& condition) {
      return !condition.variable || values[*condition.variable] == condition.required;
    };
    const auto many = std::ranges::count_if(conditions, may_occur);
    for (const auto& condition : conditions)
      if (may_occur(condition)) out.at(condition.value) = denominator / many;
    return;
  }
  for (std::uint32_t row = 0; row < row_count; ++row) {
    if (!rows.row_allows(row, values)) continue;
    std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(row * out.size()), out.size(), out.begin());
    return;
  }
}

}  // namespace woodstock::stages
