#include "csp/sac.hpp"

#include <numeric>
#include <vector>

namespace woodstock::csp {

SacResult enforce_sac(Propagation& propagation, const Deadline& deadline, std::span<const VariableId> only) {
  SacResult result;
  if (!propagation.propagate()) return {false, true, 0};
  std::vector<VariableId> all;
  if (only.empty()) {
    all.resize(propagation.domains().count());
    std::iota(all.begin(), all.end(), 0U);
    only = all;
  }
  for (auto changed = true; changed;) {
    changed = false;
    ++result.passes;
    for (const auto x : only) {
      if (propagation.domains().bound(x)) continue;
      for (const auto a : propagation.domains().values(x)) {
        if (deadline.passed()) {
          result.complete = false;
          return result;
        }
        if (!propagation.domains().contains(x, a)) continue;  // gone with an earlier value
        propagation.push();
        const auto possible = propagation.assign(x, a) && propagation.propagate();
        propagation.pop();
        if (possible) continue;
        changed = true;
        if (!propagation.remove(x, a) || !propagation.propagate()) {
          result.consistent = false;
          return result;
        }
      }
    }
  }
  return result;
}

}  // namespace woodstock::csp
