#include "search/constraint_expander.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace woodstock::search {

using namespace lanes;

void ConstraintExpander::read_goals(std::int32_t* goals) const {
  for (std::uint32_t role = 0; role + 1 < role_begin_.size(); ++role)
    goals[role] = solver_.score(role).value_or(-1);
}

void ConstraintExpander::expand(std::span<const std::uint64_t> state, LaneExpansion& expansion,
                                std::size_t limit) {
  const auto roles = role_begin_.size() - 1;
  const auto words = state.size();
  expansion.goals.assign(roles, -1);
  expansion.moves.clear();
  expansion.successors.clear();
  expansion.successor_terminal.clear();
  expansion.successor_goals.clear();
  if (!solver_.inject(state)) throw std::invalid_argument("the state does not fit the stage's network");
  expansion.terminal = solver_.terminal();
  if (expansion.terminal) {
    read_goals(expansion.goals.data());
    return;
  }
  std::vector<std::uint32_t> joint;
  std::vector<std::uint64_t> next;
  while (solver_.next() == csp::Step::solution) {
    const auto moves = solver_.joint_action();
    const auto successor = solver_.successor();
    joint.insert(joint.end(), moves.begin(), moves.end());
    next.insert(next.end(), successor.begin(), successor.end());
    if (joint.size() > limit * roles) throw std::length_error("too many joint moves: raise the limit");
  }
  // Solutions come as the search finds them; everybody else counts on the order of the moves.
  std::vector<std::size_t> order(joint.size() / roles);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(joint.begin() + static_cast<std::ptrdiff_t>(a * roles),
                                        joint.begin() + static_cast<std::ptrdiff_t>((a + 1) * roles),
                                        joint.begin() + static_cast<std::ptrdiff_t>(b * roles),
                                        joint.begin() + static_cast<std::ptrdiff_t>((b + 1) * roles));
  });
  expansion.successor_goals.assign(order.size() * roles, -1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto solution = order[i];
    for (std::size_t role = 0; role < roles; ++role)
      expansion.moves.push_back(
          static_cast<std::int32_t>(joint[solution * roles + role] + role_begin_[role]));
    const std::span<const std::uint64_t> successor{next.data() + solution * words, words};
    expansion.successors.insert(expansion.successors.end(), successor.begin(), successor.end());
    if (!solver_.inject(successor))
      throw std::invalid_argument("a successor does not fit the stage's network");
    expansion.successor_terminal.push_back(solver_.terminal());
    read_goals(expansion.successor_goals.data() + i * roles);
  }
}

}  // namespace woodstock::search
