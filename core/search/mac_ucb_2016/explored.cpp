#include "search/mac_ucb_2016/explored.hpp"

#include "search/mac_ucb_2016/valuation.hpp"

namespace woodstock::search::mac_ucb_2016 {

namespace {

// Joint actions of a state up to which it is counted how many are explored.
constexpr std::uint64_t kMostJoint = 1024;
// Of an entry, beside its numbers.
constexpr std::size_t kEntry = 96;

}  // namespace

void Explored::clear() {
  known_.clear();
  partial_.clear();
  bytes_ = 0;
}

const std::vector<double>* Explored::find(std::uint64_t key) const {
  const auto place = known_.find(key);
  return place == known_.end() ? nullptr : &place->second;
}

void Explored::add(std::uint64_t key, std::span<const double> values) {
  if (bytes_ > memory_) return;
  if (known_.try_emplace(key, values.begin(), values.end()).second) bytes_ += kEntry + values.size_bytes();
}

bool Explored::note(std::uint64_t key, std::span<const std::uint32_t> counts, std::uint32_t joint,
                    std::span<const double> values) {
  std::uint64_t total = 1;
  for (const auto count : counts)
    if ((total *= count) > kMostJoint) return false;
  const auto roles = values.size();
  auto place = partial_.find(key);
  if (place == partial_.end()) {
    const auto size = kEntry + total * values.size_bytes();
    if (bytes_ + size > memory_) return false;
    bytes_ += size;
    place = partial_
                .emplace(key,
                         Partial{static_cast<std::uint32_t>(total), std::vector<double>(total * roles, -1.0)})
                .first;
  }
  auto& partial = place->second;
  auto* const slot = partial.values.data() + joint * roles;
  if (slot[0] >= 0) return false;
  std::copy(values.begin(), values.end(), slot);
  if (--partial.left > 0) return false;
  add(key, value(counts, partial.values));
  bytes_ -= kEntry + partial.values.size() * sizeof(double);
  partial_.erase(place);
  return true;
}

// Chance's moves are averaged, then the players decide.
std::vector<double> Explored::value(std::span<const std::uint32_t> counts,
                                    const std::vector<double>& values) const {
  const auto roles = counts.size();
  const auto joints = values.size() / roles;
  std::vector<std::uint32_t> moves;  // of policies, one after the other
  std::vector<double> means;
  for (std::uint32_t joint = 0; joint < joints; ++joint) {
    std::vector<std::uint32_t> these(roles);
    std::uint32_t stride = 1, chance_stride = 0;
    auto rest = joint;
    for (auto role = roles; role-- > 0;) {
      these[role] = rest % counts[role];
      rest /= counts[role];
      if (static_cast<std::int32_t>(role) == chance_role_) chance_stride = stride;
      stride *= counts[role];
    }
    const auto outcomes = chance_stride == 0 ? 1 : counts[static_cast<std::size_t>(chance_role_)];
    if (chance_stride != 0 && these[static_cast<std::size_t>(chance_role_)] != 0) continue;
    moves.insert(moves.end(), these.begin(), these.end());
    for (std::size_t role = 0; role < roles; ++role) {
      double sum = 0;
      for (std::uint32_t y = 0; y < outcomes; ++y) sum += values[(joint + y * chance_stride) * roles + role];
      means.push_back(sum / outcomes);
    }
  }
  std::vector<Judged> policies;
  for (std::size_t i = 0; i < means.size(); i += roles)
    policies.push_back({std::span(moves).subspan(i, roles), std::span(means).subspan(i, roles)});
  return Valuation(std::move(policies)).value();
}

}  // namespace woodstock::search::mac_ucb_2016
