#include "search/learning/pair_finder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <tuple>

namespace woodstock::search::learning {

namespace {

// Fluents that are looked at, at most: those that vary most. All pairs of them are tried.
constexpr std::size_t kMostVarying = 600;
// Of a sum of errors squared, in units of its variance: one in 16,000 is as large by chance.
constexpr float kTelling = 16;
// Pairs that hold, over all positions that are looked at: about a tenth of a second.
constexpr std::size_t kMostWork = 20'000'000;
constexpr std::size_t kPositionsToVary = 10'000, kPositionsToCount = 256, kLookAtClock = 64;

// Calls `visit` with each fluent that holds.
template <class Visit>
void for_each_fluent(const std::uint64_t* state, std::uint32_t words, const Visit& visit) {
  for (std::uint32_t word = 0; word < words; ++word)
    for (auto bits = state[word]; bits != 0; bits &= bits - 1)
      visit(64 * word + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

// Fluents that hold in some positions and not in others, but for those that tell the context, in ascending
// order.
std::vector<std::uint32_t> varying_fluents(const LinearEvaluation& evaluation,
                                           const ReplayBuffer& positions) {
  std::vector<std::uint32_t> held(evaluation.fluents());
  std::uint32_t count = 0;
  const auto step = 1 + positions.size() / kPositionsToVary;
  for (std::size_t i = 0; i < positions.size(); i += step, ++count)
    for_each_fluent(positions.state(i), evaluation.words(), [&](std::uint32_t fluent) { ++held[fluent]; });
  for (const auto fluent : evaluation.contexts().fluents()) held[fluent] = 0;
  std::vector<std::uint32_t> fluents;
  for (std::uint32_t fluent = 0; fluent < held.size(); ++fluent)
    if (held[fluent] > 0 && held[fluent] < count) fluents.push_back(fluent);
  if (fluents.size() > kMostVarying) {
    const auto variance = [&](std::uint32_t fluent) {
      return std::uint64_t{held[fluent]} * (count - held[fluent]);
    };
    std::ranges::nth_element(fluents, fluents.begin() + kMostVarying, std::greater(), variance);
    fluents.resize(kMostVarying);
    std::ranges::sort(fluents);
  }
  return fluents;
}

// Sums of errors where pairs hold, of those that are tied to each other together.
class ErrorSums {
 public:
  ErrorSums(const LinearEvaluation& evaluation, std::vector<std::uint32_t> fluents,
            std::span<const Symmetry> symmetries)
      : evaluation_(evaluation),
        fluents_(std::move(fluents)),
        count_(static_cast<std::uint32_t>(fluents_.size())),
        place_(evaluation.fluents(), count_) {
    for (std::uint32_t i = 0; i < count_; ++i) place_[fluents_[i]] = i;
    auto classes = tied_pairs(evaluation, fluents_, symmetries);
    const auto pairs = std::size_t{count_} * count_ * evaluation.heads();
    leaders_.resize(pairs);
    for (std::uint32_t i = 0; i < pairs; ++i) {
      leaders_[i] = classes.find(i);
      if (classes.nothing(leaders_[i].weight)) leaders_[i].sign = 0;
    }
    sums_.resize(pairs);
    squares_.resize(pairs);
    of_game_.resize(pairs);
  }

  // Of so many pairs that hold, about: where there are more, of every second position, every third … False if
  // time ran out.
  bool add(const ReplayBuffer& positions, std::size_t most, const Budget& budget) {
    const auto step = 1 + positions.size() * pairs_of_position(positions) / most;
    for (std::size_t i = 0, looked = 0; i < positions.size(); i += step, ++looked) {
      if (looked % kLookAtClock == 0 && budget.out_of_time()) return false;
      if (i >= step && positions.game(i) != positions.game(i - step)) end_game();
      add(positions.state(i), positions.target(i));
    }
    end_game();
    return true;
  }
  // By how much more than chance the errors are to one side where a pair holds, or one that is tied to it.
  float telling(std::uint32_t first, std::uint32_t second) const {
    float most = 0;
    for (std::uint32_t head = 0; head < evaluation_.heads(); ++head) {
      const auto leader = leaders_[number(first, second) + head];
      if (leader.sign != 0 && squares_[leader.weight] > 0)
        most = std::max(most, sums_[leader.weight] * sums_[leader.weight] / squares_[leader.weight]);
    }
    return most;
  }
  std::uint32_t leader(std::uint32_t first, std::uint32_t second) const {
    return leaders_[number(first, second)].weight;
  }
  std::uint32_t count() const { return count_; }
  Pair pair(std::uint32_t first, std::uint32_t second) const { return {fluents_[first], fluents_[second]}; }

 private:
  std::size_t number(std::uint32_t first, std::uint32_t second) const {
    return (std::size_t{first} * count_ + second) * evaluation_.heads();
  }
  // That hold, in the mean of some.
  std::size_t pairs_of_position(const ReplayBuffer& positions) {
    std::size_t held = 0, looked = 0;
    for (std::size_t i = 0; i < positions.size(); i += 1 + positions.size() / kPositionsToCount, ++looked) {
      find_active(positions.state(i));
      held += active_.size() * active_.size() / 2;
    }
    return held / std::max<std::size_t>(looked, 1);
  }
  void find_active(const std::uint64_t* state) {
    active_.clear();
    for_each_fluent(state, evaluation_.words(), [&](std::uint32_t fluent) {
      if (place_[fluent] < count_) active_.push_back(place_[fluent]);
    });
  }
  void add(const std::uint64_t* state, const float* target) {
    const auto heads = evaluation_.heads();
    std::array<float, kMostHeads> errors{};
    evaluation_.numbers(state, errors.data());
    for (std::uint32_t head = 0; head < heads; ++head) errors[head] = target[head] - errors[head];
    find_active(state);
    for (std::size_t a = 0; a < active_.size(); ++a)
      for (auto b = a + 1; b < active_.size(); ++b)
        for (std::uint32_t head = 0; head < heads; ++head) {
          const auto leader = leaders_[number(active_[a], active_[b]) + head];
          auto& sum = of_game_[leader.weight];
          if (sum == 0) touched_.push_back(leader.weight);
          sum += leader.sign * errors[head];
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
  std::vector<std::uint32_t> fluents_;
  std::uint32_t count_;
  std::vector<std::uint32_t> place_;   // per fluent: where it is among those, or their number
  std::vector<Tie> leaders_;           // per pair and head
  std::vector<float> sums_, squares_;  // per leader, over games
  std::vector<float> of_game_;         // per leader, of the game under way
  std::vector<std::uint32_t> active_, touched_;
};

}  // namespace

std::optional<std::vector<Pair>> find_pairs(const LinearEvaluation& evaluation, const ReplayBuffer& positions,
                                            std::span<const Symmetry> symmetries, std::size_t most,
                                            const Budget& budget) {
  ErrorSums sums(evaluation, varying_fluents(evaluation, positions), symmetries);
  if (!sums.add(positions, kMostWork, budget)) return std::nullopt;
  struct Found {
    float telling;
    std::uint32_t leader;
    Pair pair;
  };
  std::vector<Found> found;
  auto known = evaluation.pairs().all();
  std::ranges::sort(known);
  for (std::uint32_t first = 0; first < sums.count(); ++first)
    for (auto second = first + 1; second < sums.count(); ++second)
      if (const auto telling = sums.telling(first, second); telling >= kTelling)
        if (const auto pair = sums.pair(first, second); !std::ranges::binary_search(known, pair))
          found.push_back({telling, sums.leader(first, second), pair});
  const auto order = [](const Found& a, const Found& b) {
    return a.telling != b.telling ? a.telling > b.telling
                                  : std::tie(a.leader, a.pair) < std::tie(b.leader, b.pair);
  };
  std::ranges::sort(found, order);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (pairs.size() >= most && found[i].leader != found[i - 1].leader) break;
    pairs.push_back(found[i].pair);
  }
  return pairs;
}

}  // namespace woodstock::search::learning
