#include "search/learning/pair_finder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>

#include "search/learning/tied_pairs.hpp"

namespace woodstock::search::learning {

namespace {

// Fluents that are looked at, at most: those that vary most. All pairs of them are tried, …
constexpr std::size_t kMostVarying = 600;
// … in every context and for every head, so that there are fewer fluents where these are many.
constexpr std::size_t kMostSums = 1'000'000;
// Of a sum of errors squared, in units of its variance: one in 16,000 is as large by chance.
constexpr float kTelling = 16;
// Errors that are added, about: a tenth of a second. And those between two looks at the clock.
constexpr std::size_t kMostWork = 20'000'000, kWorkAtOnce = 500'000;
constexpr std::size_t kPositionsToVary = 10'000, kPositionsToCount = 256;

std::size_t most_varying(const LinearEvaluation& evaluation) {
  const auto sums = static_cast<double>(kMostSums) / (evaluation.heads() * evaluation.contexts().count());
  return std::min(kMostVarying, static_cast<std::size_t>(std::sqrt(2 * sums)));
}

// Fluents that hold in some positions of a context and not in others, in ascending order.
std::vector<std::uint32_t> varying_fluents(const LinearEvaluation& evaluation,
                                           const ReplayBuffer& positions) {
  const auto contexts = evaluation.contexts().count();
  std::vector<std::uint32_t> held(std::size_t{evaluation.fluents()} * contexts), counts(contexts);
  const auto step = 1 + positions.size() / kPositionsToVary;
  for (std::size_t i = 0; i < positions.size(); i += step) {
    const auto context = evaluation.contexts().of(positions.state(i));
    ++counts[context];
    for_each_fluent(positions.state(i), evaluation.words(),
                    [&](std::uint32_t fluent) { ++held[std::size_t{fluent} * contexts + context]; });
  }
  std::vector<std::uint32_t> fluents;
  std::vector<double> variance(evaluation.fluents());
  for (std::uint32_t fluent = 0; fluent < evaluation.fluents(); ++fluent) {
    for (std::uint32_t context = 0; context < contexts; ++context)
      if (const double with = held[std::size_t{fluent} * contexts + context]; counts[context] > 0)
        variance[fluent] += with * (counts[context] - with) / counts[context];
    if (variance[fluent] > 0) fluents.push_back(fluent);
  }
  if (const auto most = most_varying(evaluation); fluents.size() > most) {
    std::ranges::stable_sort(fluents, std::greater(), [&](std::uint32_t fluent) { return variance[fluent]; });
    fluents.resize(most);
    std::ranges::sort(fluents);
  }
  return fluents;
}

// Sums of errors where pairs hold, of those that are tied to each other together.
class ErrorSums {
 public:
  ErrorSums(const LinearEvaluation& evaluation, const std::vector<std::uint32_t>& fluents,
            const TiedPairs& ties)
      : evaluation_(evaluation),
        ties_(ties),
        count_(static_cast<std::uint32_t>(fluents.size())),
        place_(evaluation.fluents(), count_),
        sums_(ties.size()),
        squares_(ties.size()),
        of_game_(ties.size()) {
    for (std::uint32_t i = 0; i < count_; ++i) place_[fluents[i]] = i;
  }

  // Where there is more work than that, of every second position, every third … False if time ran out.
  bool add(const ReplayBuffer& positions, std::size_t most_work, const Budget& budget) {
    const auto work = std::max<std::size_t>(1, work_of_position(positions));
    const auto step = 1 + positions.size() * work / most_work;
    const auto at_once = 1 + kWorkAtOnce / work;
    for (std::size_t i = 0, looked = 0; i < positions.size(); i += step, ++looked) {
      if (looked % at_once == 0 && budget.out_of_time()) return false;
      if (i >= step && positions.game(i) != positions.game(i - step)) end_game();
      add(positions.state(i), positions.target(i));
    }
    end_game();
    return true;
  }
  // How far errors are to one side where a pair holds, or one that is tied to it.
  float telling(std::uint32_t first, std::uint32_t second) const {
    float most = 0;
    for_each_leader(first, second, [&](const Tie& leader) {
      if (squares_[leader.weight] > 0)
        most = std::max(most, sums_[leader.weight] * sums_[leader.weight] / squares_[leader.weight]);
    });
    return most;
  }
  // The same for pairs that are tied to each other, whichever the heads.
  std::uint32_t leader(std::uint32_t first, std::uint32_t second) const {
    auto least = ~std::uint32_t{0};
    for_each_leader(first, second, [&](const Tie& leader) { least = std::min(least, leader.weight); });
    return least;
  }

 private:
  template <class Visit>
  void for_each_leader(std::uint32_t first, std::uint32_t second, const Visit& visit) const {
    for (std::uint32_t head = 0; head < evaluation_.heads(); ++head)
      for (std::uint32_t context = 0; context < evaluation_.contexts().count(); ++context)
        if (const auto leader = ties_.of(head, context, first, second); leader.sign != 0) visit(leader);
  }
  // Errors that it adds to the sums, in the mean of some.
  std::size_t work_of_position(const ReplayBuffer& positions) {
    std::size_t held = 0, looked = 0;
    for (std::size_t i = 0; i < positions.size(); i += 1 + positions.size() / kPositionsToCount, ++looked) {
      find_active(positions.state(i));
      held += active_.size() * active_.size() / 2;
    }
    return looked > 0 ? held * evaluation_.heads() / looked : 0;
  }
  void find_active(const std::uint64_t* state) {
    active_.clear();
    for_each_fluent(state, evaluation_.words(), [&](std::uint32_t fluent) {
      if (place_[fluent] < count_) active_.push_back(place_[fluent]);
    });
  }
  void add(const std::uint64_t* state, const float* target) {
    std::array<float, kMostHeads> numbers{};
    evaluation_.numbers(state, numbers.data());
    const auto context = evaluation_.contexts().of(state);
    find_active(state);
    for (std::uint32_t head = 0; head < evaluation_.heads(); ++head) {
      const auto error = target[head] - numbers[head];
      for (std::size_t b = 1; b < active_.size(); ++b)
        for (std::size_t a = 0; a < b; ++a) {
          const auto leader = ties_.of(head, context, active_[a], active_[b]);
          if (leader.sign == 0) continue;
          auto& sum = of_game_[leader.weight];
          if (sum == 0) touched_.push_back(leader.weight);
          sum += leader.sign * error;
        }
    }
  }
  // Positions of one game err together: its sum is one number that chance made.
  void end_game() {
    for (const auto leader : touched_) {
      sums_[leader] += of_game_[leader];
      squares_[leader] += of_game_[leader] * of_game_[leader];
      of_game_[leader] = 0;
    }
    touched_.clear();
  }

  const LinearEvaluation& evaluation_;
  const TiedPairs& ties_;
  std::uint32_t count_;
  std::vector<std::uint32_t> place_;   // per fluent: where it is among those that vary, or their number
  std::vector<float> sums_, squares_;  // per leader, over games
  std::vector<float> of_game_;         // per leader, of the game under way
  std::vector<std::uint32_t> active_, touched_;
};

struct Found {
  float telling;
  std::uint32_t leader;
  Pair pair;
};

// Those that are tied together come one after the other, and all of them are taken or none.
std::vector<Pair> best_of(std::vector<Found> found, std::size_t wanted, std::size_t most) {
  std::ranges::sort(found, [](const Found& a, const Found& b) {
    return a.telling != b.telling ? a.telling > b.telling
                                  : std::tie(a.leader, a.pair) < std::tie(b.leader, b.pair);
  });
  std::vector<Pair> pairs;
  for (auto begin = found.begin(); begin != found.end() && pairs.size() < wanted;) {
    const auto end = std::find_if(begin, found.end(), [&](const Found& each) {
      return each.telling != begin->telling || each.leader != begin->leader;
    });
    if (pairs.size() + static_cast<std::size_t>(end - begin) <= most)
      for (; begin != end; ++begin) pairs.push_back(begin->pair);
    begin = end;
  }
  return pairs;
}

}  // namespace

std::optional<std::vector<Pair>> find_pairs(const LinearEvaluation& evaluation, const ReplayBuffer& positions,
                                            std::span<const Symmetry> symmetries, std::size_t wanted,
                                            const Budget& budget) {
  const auto fluents = varying_fluents(evaluation, positions);
  const TiedPairs ties(evaluation, fluents, symmetries, budget);
  if (!ties.known()) return std::nullopt;
  ErrorSums sums(evaluation, fluents, ties);
  if (!sums.add(positions, kMostWork, budget)) return std::nullopt;
  auto known = evaluation.pairs().all();
  std::ranges::sort(known);
  std::vector<Found> found;
  for (std::uint32_t second = 1; second < fluents.size(); ++second)
    for (std::uint32_t first = 0; first < second; ++first)
      if (const auto telling = sums.telling(first, second); telling >= kTelling)
        if (const Pair pair{fluents[first], fluents[second]}; !std::ranges::binary_search(known, pair))
          found.push_back({telling, sums.leader(first, second), pair});
  return best_of(std::move(found), wanted, kMostPairs - std::min<std::size_t>(kMostPairs, known.size()));
}

}  // namespace woodstock::search::learning
