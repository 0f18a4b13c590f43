#include "search/learning/trust.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "search/learning/self_play.hpp"
#include "search/playouts.hpp"

namespace woodstock::search::learning {

using namespace lanes;

namespace {

constexpr std::uint32_t kTrustEvery = 4;  // positions of a game resemble each other
constexpr std::uint32_t kPlayouts = 64, kHorizon = 4096;
constexpr std::size_t kPositionsAtOnce = 64;
// They end at about the same time: with fewer at once, something is known sooner.
constexpr std::uint32_t kGamesAtOnce = 64;

// The squared correlation of two series given one after the other.
double explained(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sx += x[i];
    sy += y[i];
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  const auto vx = n * xx - sx * sx, vy = n * yy - sy * sy, cov = n * xy - sx * sy;
  return vx > 1e-9 && vy > 1e-9 ? cov * cov / (vx * vy) : 0;
}

double logit(double share) { return std::log(share / (1 - share)); }

}  // namespace

Trust compare_with_playouts(const std::shared_ptr<const Lanes>& lanes, const LinearEvaluation& evaluation,
                            const LearnerOptions& options, std::uint32_t games, std::uint64_t seed,
                            const Budget& budget,
                            std::span<const std::shared_ptr<const PreferredPlay>> preferred) {
  const auto heads = evaluation.heads();
  const auto words = evaluation.words();
  const auto roles = lanes->circuit().role_count();
  auto once = options;
  once.games = std::min({games, options.games, kGamesAtOnce});
  SelfPlay play(lanes, once, seed);
  Harvest harvest;
  auto half = budget;  // the other one is for the playouts
  const auto now = Budget::Time::now();
  if (half.deadline) half.deadline = now + (*half.deadline - now) / 2;
  while (harvest.ended < games)
    if (!play.ply(evaluation, half, harvest)) break;

  const auto positions = harvest.targets.size() / heads;
  std::vector<std::size_t> picked;
  for (std::size_t p = play.random().below(kTrustEvery); p < positions; p += kTrustEvery) picked.push_back(p);
  std::vector<std::vector<double>> nets(heads), outcomes(heads);
  // Playouts as MAC-UCB has them, then by each of the preferences.
  std::vector<std::vector<std::vector<double>>> samples(1 + preferred.size());
  for (auto& each : samples) each.resize(heads);
  const auto scratch = make_lane_scratch();
  std::vector<LaneTotals> totals(samples.size());
  std::vector<float> logits(heads);
  Trust trust;
  trust.preferred.resize(preferred.size());
  for (std::size_t begin = 0; begin < picked.size(); begin += kPositionsAtOnce) {
    const auto end = std::min(begin + kPositionsAtOnce, picked.size());
    std::vector<LaneStart> starts;
    for (auto k = begin; k < end; ++k)
      starts.push_back({std::span(harvest.states).subspan(picked[k] * words, words), kPlayouts});
    const auto sampled = [&](std::size_t way) {
      LaneWants wants;
      wants.policy = LanePolicy::kSafe;  // as MAC-UCB has them
      if (way > 0) wants.preferred = preferred[way - 1].get();
      return lanes->sample(*scratch, starts, mix64(seed) + begin, totals[way], lane_limits(budget, kHorizon),
                           wants);
    };
    std::size_t way = 0;
    while (way < totals.size() && sampled(way)) ++way;
    if (way < totals.size()) break;
    for (auto k = begin; k < end; ++k) {
      evaluation.logits(harvest.states.data() + picked[k] * words, logits.data());
      for (std::uint32_t head = 0; head < heads; ++head) {
        const auto at = (k - begin) * roles + evaluation.payoffs().owner(head);
        const auto most = 100.0 * evaluation.payoffs().most();
        nets[head].push_back(logits[head]);
        for (way = 0; way < totals.size(); ++way) {
          const auto share = static_cast<double>(totals[way].sums[at]) / most;
          samples[way][head].push_back(logit((share + 0.5) / (kPlayouts + 1)));
        }
        outcomes[head].push_back(harvest.outcomes[picked[k] * heads + head]);
      }
      ++trust.positions;
    }
  }
  trust.games = static_cast<std::uint32_t>(harvest.ended);
  for (std::uint32_t head = 0; head < heads && trust.positions > 1; ++head) {
    trust.net += explained(nets[head], outcomes[head]) / heads;
    trust.playouts += explained(samples[0][head], outcomes[head]) / heads;
    for (std::size_t p = 0; p < preferred.size(); ++p)
      trust.preferred[p] += explained(samples[p + 1][head], outcomes[head]) / heads;
    double sum = 0, squares = 0;
    for (const auto outcome : outcomes[head]) {
      sum += outcome;
      squares += outcome * outcome;
    }
    const auto mean = sum / trust.positions;
    trust.variance += std::max(0.0, squares / trust.positions - mean * mean) / heads;
  }
  return trust;
}

}  // namespace woodstock::search::learning
