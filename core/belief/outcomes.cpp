#include "belief/outcomes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/random.hpp"

namespace woodstock::belief {

using namespace lanes;

namespace {
// States with their chance moves that one look ahead tries: some tens of milliseconds.
constexpr std::size_t kMostPairs = std::size_t{1} << 16;
}  // namespace

Prospect::Prospect(std::shared_ptr<const Lanes> lanes, std::uint32_t watcher)
    : pairs_(std::move(lanes)), view_(pairs_.lanes().circuit(), watcher) {}

// What came of one joint action so far.
struct Prospect::Tally {
  std::map<View::Bits, Gathering> open;
  std::map<std::vector<std::int32_t>, double> over;
  double total = 0;
  bool exact = true;

  Outcomes outcomes() const {
    Outcomes outcomes;
    outcomes.exact = exact;
    for (const auto& [seen, gathering] : open) {
      auto& sighting = outcomes.sightings.emplace_back(seen, gathering.total() / total, gathering.belief());
      sighting.belief.set_exact(exact);
    }
    for (const auto& [goals, weight] : over) outcomes.endings.push_back({goals, weight / total});
    return outcomes;
  }
};

void Prospect::bring_in(std::vector<Tally>& tallies) {
  const auto roles = pairs_.roles();
  pairs_.evaluate();
  const auto& after = pairs_.look_at(pairs_.successors());
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const auto pair = pairs_.pair(i);
    auto& tally = tallies[action_of_[i]];
    tally.total += pair.weight;
    if (after.terminal[i]) {
      const auto goals = std::span(after.goals).subspan(i * roles, roles);
      tally.over[{goals.begin(), goals.end()}] += pair.weight;
    } else {
      tally.open.try_emplace(view_.of(pair.percepts), pairs_.words())
          .first->second.add(pair.next, pair.weight);
    }
  }
  pairs_.clear();
  action_of_.clear();
}

std::vector<Outcomes> Prospect::outcomes(const Belief& belief,
                                         std::span<const std::vector<std::uint32_t>> actions) {
  const auto roles = pairs_.roles();
  std::vector<Tally> tallies(actions.size());
  for (auto& tally : tallies) tally.exact = belief.exact();
  pairs_.clear();
  action_of_.clear();
  std::vector<std::uint32_t> numbers;
  Choices legal, choices(roles);
  Random random(belief.size());
  bool late = false;
  for (std::size_t first = 0; first < belief.size() && !late; first += Pairs::kBatch) {
    numbers.resize(std::min(Pairs::kBatch, belief.size() - first));
    std::iota(numbers.begin(), numbers.end(), static_cast<std::uint32_t>(first));
    pairs_.load(belief, numbers);
    for (std::size_t place = 0; place < numbers.size() && !late; ++place) {
      if (!pairs_.choices(place, legal)) continue;
      for (std::uint32_t action = 0; action < actions.size() && !late; ++action) {
        bool possible = true;
        for (std::uint32_t role = 0; role < roles; ++role) {
          if (pairs_.is_chance(role)) {
            choices[role] = legal[role];
          } else {
            possible = possible && std::ranges::binary_search(legal[role], actions[action][role]);
            choices[role].assign(1, actions[action][role]);
          }
        }
        if (!possible) {  // the states that are left are others than are believed
          tallies[action].exact = false;
          continue;
        }
        const auto when_full = [&] {
          action_of_.resize(pairs_.size(), action);
          bring_in(tallies);
          late = deadline_.passed();
          return !late;
        };
        const auto joint = Pairs::joint_moves(choices);
        const auto share = std::max<std::size_t>(
            1, static_cast<std::size_t>(static_cast<double>(kMostPairs) * belief.weights()[numbers[place]]));
        if (joint <= kMostPairs / belief.size() || joint <= share) {
          pairs_.add_all(belief, numbers[place], choices, {}, when_full);
        } else {
          tallies[action].exact = false;
          pairs_.add_some(belief, numbers[place], choices, share, random, {}, when_full);
        }
        action_of_.resize(pairs_.size(), action);
      }
    }
  }
  bring_in(tallies);
  std::vector<Outcomes> found;
  for (auto& tally : tallies) {
    tally.exact = tally.exact && !late;
    found.push_back(tally.outcomes());
  }
  return found;
}

Outcomes Prospect::outcomes(const Belief& belief, std::span<const std::uint32_t> moves) {
  const std::vector<std::uint32_t> action(moves.begin(), moves.end());
  return std::move(outcomes(belief, {&action, 1}).front());
}

Choices Prospect::moves(const Belief& belief) {
  const auto words = pairs_.words();
  std::vector<std::uint64_t> common, likeliest;
  double most = -1;
  for (std::size_t first = 0; first < belief.size(); first += Pairs::kBatch) {
    const auto count = std::min(Pairs::kBatch, belief.size() - first);
    const auto& seen = pairs_.look_at(belief.states().subspan(first * words, count * words));
    const auto width = seen.legal.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
      const auto legal = std::span(seen.legal).subspan(i * width, width);
      if (common.empty()) common.assign(legal.begin(), legal.end());
      for (std::size_t w = 0; w < width; ++w) common[w] &= legal[w];
      if (belief.weights()[first + i] <= most) continue;
      most = belief.weights()[first + i];
      likeliest.assign(legal.begin(), legal.end());
    }
  }
  auto moves = pairs_.listed(common);
  const auto others = pairs_.listed(likeliest);
  for (std::uint32_t role = 0; role < pairs_.roles(); ++role)
    if (moves[role].empty()) moves[role] = others[role];
  return moves;
}

}  // namespace woodstock::belief
