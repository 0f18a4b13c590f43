#include "csp/sac.hpp"

namespace woodstock::csp {

SacResult enforce_sac(Propagation& propagation, const Deadline& deadline) {
  SacResult result;
  if (!propagation.propagate()) return {false, true, 0};
  for (auto changed = true; changed;) {
    changed = false;
    ++result.passes;
    for (VariableId x = 0; x < propagation.domains().count(); ++x) {
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
