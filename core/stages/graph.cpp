#include "stages/graph.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::stages {

using namespace csp;

StageGraph::StageGraph(std::shared_ptr<const StageTemplate> stage, std::int32_t chance_role,
                       std::span<const std::uint64_t> initial, std::size_t most_bytes,
                       std::shared_ptr<const symmetry::Canonical> group, bool exchange)
    : solver_(std::move(stage)),
      chance_role_(chance_role),
      most_bytes_(most_bytes),
      states_((solver_.stage().fluent_count() + 63) / 64),
      group_(std::move(group)) {
  if (initial.size() != (solver_.stage().fluent_count() + 63) / 64)
    throw std::invalid_argument("the initial state belongs to another game");
  for (std::uint32_t role = 0; role < solver_.stage().role_count(); ++role)
    if (static_cast<std::int32_t>(role) != chance_role_) players_.push_back(role);
  if (group_ && group_->word_count() != initial.size())
    throw std::invalid_argument("the symmetries belong to another game");
  if (group_ && exchange) seat_players();
  form_.resize(initial.size());
  states_.add(initial);
  goal_.push_back(kGoesOn);
}

void StageGraph::seat_players() {
  const auto roles = solver_.stage().role_count();
  if (group_->move_count() <= roles) throw std::invalid_argument("the symmetries do not speak of roles");
  const auto moves = group_->move_count() - roles;
  for (std::size_t element = 0; element < group_->order(); ++element)
    for (const auto role : players_) {
      const auto image = group_->move(static_cast<symmetry::Element>(element), moves + role) - moves;
      const auto seat = std::ranges::find(players_, image);
      if (seat == players_.end()) throw std::invalid_argument("a symmetry takes a player to no player");
      seats_.push_back(static_cast<std::size_t>(seat - players_.begin()));
    }
}

bool StageGraph::is_exchange(symmetry::Element element) const {
  const auto seats = std::span(seats_).subspan(element * players_.size(), players_.size());
  return !std::ranges::equal(seats, std::views::iota(std::size_t{0}, players_.size()));
}

// To stay in a state is to try again; to come to the same with the players exchanged is not, so that state
// is kept as it is.
StageGraph::Placed StageGraph::add(std::span<const std::uint64_t> words, StateId from) {
  if (!group_ || states_.find(words)) return {states_.add(words), symmetry::kIdentity};
  if (seats_.empty()) {
    group_->climb(words, form_);
    return {states_.add(form_), symmetry::kIdentity};
  }
  const auto element = group_->least(words, form_);
  if (is_exchange(element) && std::ranges::equal(form_, states_.words(from)))
    return {states_.add(words), symmetry::kIdentity};
  return {states_.add(form_), element};
}

std::optional<StageGraph::StateId> StageGraph::find(std::span<const std::uint64_t> words) const {
  const auto found = states_.find(words);
  if (found || !group_ || exchanges_players()) return found;
  std::vector<std::uint64_t> form(words.size());
  group_->climb(words, form);
  return states_.find(form);
}

std::uint32_t StageGraph::move_count(std::uint32_t player) const {
  return stage().csp().sizes[stage().action(players_[player])];
}

std::size_t StageGraph::bytes() const {
  return states_.bytes() + goal_.capacity() * 4 + goals_.capacity() * 4 + first_action_.capacity() * 8 +
         moves_.capacity() * 4 + first_outcome_.capacity() * 8 + outcomes_.capacity() * sizeof(Outcome) +
         elements_.capacity() * sizeof(symmetry::Element);
}

StageGraph::Explored StageGraph::explore(std::optional<std::uint32_t> depth, const Deadline& deadline) {
  for (std::uint32_t level = 0; !depth || level < *depth; ++level) {
    if (level + 1 < levels_.size() && next_ >= levels_[level + 1]) continue;  // solved before
    const auto end = level + 1 < levels_.size() ? levels_[level + 1] : states_.size();
    if (level + 1 == levels_.size()) levels_.push_back(end);
    if (next_ == end) break;  // nothing lies beyond
    while (next_ < end) {
      if (deadline.passed()) return Explored::out_of_time;
      if (next_ % 1024 == 0 && full()) return Explored::out_of_memory;
      if (!solve(next_, deadline)) return Explored::out_of_time;
      ++next_;
    }
  }
  if (depth)
    for (auto state = next_; state < states_.size(); ++state) {
      if (state % 64 == 0 && deadline.passed()) return Explored::out_of_time;
      enter(state);
    }
  return Explored::complete;
}

void StageGraph::end(StateId state, bool stuck) {
  goal_[state] = static_cast<std::uint32_t>(goals_.size() / std::max<std::size_t>(1, players_.size()));
  for (const auto role : players_) goals_.push_back(stuck ? 0 : solver_.score(role).value_or(0));
}

// Injects a state whose end is not known yet; false if it is terminal.
bool StageGraph::enter(StateId state) {
  if (ends(state)) return false;
  if (!solver_.inject(words(state))) throw std::logic_error("a state breaks a mutex group of the network");
  if (solver_.terminal()) end(state, false);
  return !ends(state);
}

// False if the time is up; the state's stage is then solved again later.
bool StageGraph::solve(StateId state, const Deadline& deadline) {
  if (!enter(state)) {
    first_action_.push_back(first_action_.back());
    return true;
  }
  joints_.clear();
  found_.clear();
  const auto width = players_.size() + 1;
  auto step = Step::solution;
  while ((step = solver_.next(deadline)) == Step::solution) {
    const auto moves = solver_.joint_action();
    found_.push_back({joints_.size(), add(solver_.successor(), state)});
    for (const auto role : players_) joints_.push_back(moves[role]);
    joints_.push_back(chance_role_ < 0 ? kNoMove : moves[static_cast<std::uint32_t>(chance_role_)]);
  }
  goal_.resize(states_.size(), kGoesOn);
  if (step == Step::timed_out) return false;
  const auto joint = [&](const Found& found, std::size_t count) {
    return std::span(joints_).subspan(found.joint, count);
  };
  std::ranges::sort(found_, [&](const Found& left, const Found& right) {
    return std::ranges::lexicographical_compare(joint(left, width), joint(right, width));
  });
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const auto own = joint(found_[i], players_.size());
    if (i == 0 || !std::ranges::equal(own, joint(found_[i - 1], players_.size()))) {
      moves_.insert(moves_.end(), own.begin(), own.end());
      first_outcome_.push_back(first_outcome_.back());
    }
    outcomes_.push_back({found_[i].successor.state, joints_[found_[i].joint + players_.size()]});
    if (exchanges_players()) elements_.push_back(found_[i].successor.element);
    ++first_outcome_.back();
  }
  first_action_.push_back(first_outcome_.size() - 1);
  if (found_.empty()) end(state, true);
  return true;
}

}  // namespace woodstock::stages
