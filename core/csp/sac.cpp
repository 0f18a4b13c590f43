#include "csp/sac.hpp"

namespace woodstock::csp {

SacResult enforce_sac(Propagation& engine, const Deadline& deadline) {
  SacResult result;
  if (!engine.propagate()) return {false, true, 0};
  for (auto changed = true; changed;) {
    changed = false;
    ++result.passes;
    for (VariableId x = 0; x < engine.domains().count(); ++x) {
      if (engine.domains().bound(x)) continue;
      for (const auto a : engine.domains().values(x)) {
        if (deadline.passed()) {
          result.complete = false;
          return result;
        }
        if (!engine.domains().contains(x, a)) continue;  // gone with an earlier value
        engine.push();
        const auto possible = engine.assign(x, a) && engine.propagate();
        engine.pop();
        if (possible) continue;
        changed = true;
        if (!engine.remove(x, a) || !engine.propagate()) {
          result.consistent = false;
          return result;
        }
      }
    }
  }
  return result;
}

}  // namespace woodstock::csp
