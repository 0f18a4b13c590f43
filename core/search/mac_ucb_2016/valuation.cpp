#include "search/mac_ucb_2016/valuation.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace woodstock::search::mac_ucb_2016 {

Valuation::Valuation(std::vector<Judged> policies) : policies_(std::move(policies)) {
  if (policies_.empty()) return;
  for (std::uint32_t role = 0; role < policies_[0].moves.size(); ++role)
    if (std::ranges::any_of(policies_,
                            [&](const Judged& p) { return p.moves[role] != policies_[0].moves[role]; }))
      deciders_.push_back(role);
}

std::optional<std::size_t> Valuation::reply(std::uint32_t role, std::uint32_t move) const {
  const bool worst = deciders_.size() > 1;
  // A lone decider that is another role takes what is best for itself.
  const auto judge = deciders_.size() == 1 ? deciders_[0] : role;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < policies_.size(); ++i) {
    if (policies_[i].moves[role] != move) continue;
    const auto here = policies_[i].values[judge];
    if (!found || (worst ? here < policies_[*found].values[judge] : here > policies_[*found].values[judge]))
      found = i;
  }
  return found;
}

std::size_t Valuation::principal(std::uint32_t role) const {
  std::set<std::uint32_t> moves;
  for (const auto& policy : policies_) moves.insert(policy.moves[role]);
  std::size_t best = 0;
  auto first = true;
  for (const auto move : moves) {
    const auto found = *reply(role, move);
    if (first || policies_[found].values[role] > policies_[best].values[role]) best = found;
    first = false;
  }
  return best;
}

std::vector<double> Valuation::value() const {
  if (const auto alone = decider()) {
    const auto& best = policies_[principal(*alone)].values;
    return {best.begin(), best.end()};
  }
  std::vector<double> values;
  for (std::uint32_t role = 0; role < policies_[0].values.size(); ++role)
    values.push_back(policies_[principal(role)].values[role]);
  return values;
}

}  // namespace woodstock::search::mac_ucb_2016
