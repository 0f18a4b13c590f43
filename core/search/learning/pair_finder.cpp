#include "search/learning/pair_finder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

namespace woodstock::search::learning {

namespace {

// Fluents that are looked at, at most: those that vary most. All pairs of them are tried.
constexpr std::size_t kMostVarying = 1024;
// Of a sum of errors squared, in units of what chance makes of it. Positions of a game err together, so it is large.
constexpr double kTelling = 30;
// Positions × pairs that are looked at: a tenth of a second.
constexpr std::size_t kMostWork = 40'000'000;
constexpr std::size_t kLeastPositions = 2000;

std::vector<std::uint32_t> varying(const LinearEvaluation& evaluation, const ReplayBuffer& positions,
                                   std::size_t step) {
  std::vector<std::uint32_t> held(evaluation.fluents());
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < positions.size(); i += step, ++count)
    for (std::uint32_t word = 0; word < evaluation.words(); ++word)
      for (auto bits = positions.state(i)[word]; bits != 0; bits &= bits - 1)
        ++held[64 * word + static_cast<std::uint32_t>(std::countr_zero(bits))];
  std::vector<std::uint32_t> fluents;
  for (std::uint32_t fluent = 0; fluent < held.size(); ++fluent)
    if (held[fluent] > 0 && held[fluent] < count &&
        std::ranges::find(evaluation.contexts().fluents(), fluent) == evaluation.contexts().fluents().end())
      fluents.push_back(fluent);
  if (fluents.size() > kMostVarying) {
    const auto variance = [&](std::uint32_t fluent) {
      return static_cast<double>(held[fluent]) * (count - held[fluent]);
    };
    std::ranges::nth_element(fluents, fluents.begin() + kMostVarying, std::greater(), variance);
    fluents.resize(kMostVarying);
    std::ranges::sort(fluents);
  }
  return fluents;
}

}  // namespace

std::vector<Pair> find_pairs(const LinearEvaluation& evaluation, const ReplayBuffer& positions,
                             std::span<const Symmetry> symmetries, std::size_t most) {
  if (positions.size() < kLeastPositions) return {};
  const auto heads = evaluation.heads();
  const auto contexts = evaluation.contexts().count();
  const auto fluents = varying(evaluation, positions, 1 + positions.size() / 10'000);
  const auto count = fluents.size();
  constexpr auto kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> place(evaluation.fluents(), kNone);
  for (std::uint32_t i = 0; i < count; ++i) place[fluents[i]] = i;
  // Context × first × second: how often both hold, and the errors there, of every head.
  const auto width = 1 + heads;
  std::vector<float> sums(contexts * count * count * width);
  std::vector<std::uint32_t> active;
  std::array<float, kMostHeads> errors{};
  std::array<double, kMostHeads> squares{};
  const auto largest = evaluation.payoffs().most();
  std::size_t work = 0, seen = 0;
  const auto start = positions.size();
  for (std::size_t k = 0; k < start && work < kMostWork; ++k, ++seen) {
    const auto i = (k * 7919) % start;  // spread over all of them
    const auto* state = positions.state(i);
    evaluation.logits(state, errors.data());
    for (std::uint32_t head = 0; head < heads; ++head) {
      errors[head] = positions.target(i)[head] / largest - sigmoid(errors[head]);
      squares[head] += errors[head] * errors[head];
    }
    active.clear();
    for (std::uint32_t word = 0; word < evaluation.words(); ++word)
      for (auto bits = state[word]; bits != 0; bits &= bits - 1)
        if (const auto at = place[64 * word + static_cast<std::uint32_t>(std::countr_zero(bits))]; at != kNone)
          active.push_back(at);
    auto* of_context = sums.data() + evaluation.contexts().of(state) * count * count * width;
    for (std::size_t a = 0; a < active.size(); ++a) {
      auto* of_first = of_context + active[a] * count * width;
      for (auto b = a + 1; b < active.size(); ++b) {
        auto* sum = of_first + active[b] * width;
        sum[0] += 1;
        for (std::uint32_t head = 0; head < heads; ++head) sum[1 + head] += errors[head];
      }
    }
    work += active.size() * active.size() / 2;
  }

  struct Found {
    Pair pair;
    double telling;
  };
  std::vector<Found> found;
  std::set<Pair> taken(evaluation.pairs().all().begin(), evaluation.pairs().all().end());
  for (std::uint32_t a = 0; a < count; ++a)
    for (auto b = a + 1; b < count; ++b) {
      double telling = 0;
      for (std::uint32_t context = 0; context < contexts; ++context) {
        const auto* sum = sums.data() + ((context * count + a) * count + b) * width;
        if (sum[0] == 0) continue;
        for (std::uint32_t head = 0; head < heads; ++head)
          if (squares[head] > 0)
            telling += double{sum[1 + head]} * sum[1 + head] / sum[0] / (squares[head] / static_cast<double>(seen));
      }
      if (telling >= kTelling && !taken.contains({fluents[a], fluents[b]}))
        found.push_back({{fluents[a], fluents[b]}, telling});
    }
  std::ranges::sort(found, std::greater(), &Found::telling);

  std::vector<Pair> pairs;
  for (const auto& each : found) {
    if (pairs.size() >= most) break;
    if (!taken.insert(each.pair).second) continue;
    const auto first = pairs.size();
    pairs.push_back(each.pair);
    for (auto i = first; i < pairs.size(); ++i)
      for (const auto& symmetry : symmetries)
        if (const auto image = image_of(pairs[i], symmetry.fluents); taken.insert(image).second)
          pairs.push_back(image);
  }
  return pairs;
}

}  // namespace woodstock::search::learning
