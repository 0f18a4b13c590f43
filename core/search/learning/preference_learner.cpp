#include "search/learning/preference_learner.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/state.hpp"
#include "search/learning/arms.hpp"
#include "search/learning/fluents.hpp"
#include "search/playouts.hpp"

namespace woodstock::search::learning {

using namespace lanes;

namespace {

constexpr std::uint32_t kHorizon = 4096;
// Playouts of which one state each is drawn; few of them may be needed.
constexpr std::uint32_t kDrawn = 256;
constexpr std::size_t kMostJoints = 512;
// Samples that the mean of a leaf is drawn to zero by, and that a leaf needs to be split, each part included.
constexpr double kDoubt = 16;
constexpr std::size_t kLeastSplit = 100, kLeastPart = 24;
// The share of the choices that have the best rank, and of those that have the worst. The others are spread
// over the ranks between, which are ln 2 apart, or more where that is not enough: their order counts most.
constexpr double kBest = 0.1;

}  // namespace

PreferenceLearner::PreferenceLearner(std::shared_ptr<const Lanes> lanes, const PreferenceOptions& options,
                                     std::uint64_t seed)
    : lanes_(std::move(lanes)),
      options_(options),
      random_(mix64(seed)),
      scratch_(make_lane_scratch()),
      moves_(lanes_->circuit().move_count()) {
  const auto initial = State::of_bytes(lanes_->circuit().initial);
  initial_.assign(initial.words().begin(), initial.words().end());
  for (auto& move : moves_) move.theta.assign(1, 0), move.weight.assign(1, 0);
  lanes_->prepare(options_.policy);  // not in the time of the first states
}

// States of playouts, all of them after as many steps.
bool PreferenceLearner::draw_states(const Budget& budget) {
  const LaneStart start{initial_, kDrawn};
  LaneWants wants;
  wants.policy = options_.policy;
  wants.preferred = preferred_.get();
  if (length_ == 0) {
    if (!lanes_->sample(*scratch_, {&start, 1}, random_(), totals_, lane_limits(budget, kHorizon), wants))
      return false;
    length_ = static_cast<double>(totals_.steps) / kDrawn;
  }
  wants.playouts = wants.states = true;
  const auto depth = random_.below(static_cast<std::uint32_t>(std::max(1.0, 1.2 * length_)));
  LaneDetails details;
  const auto limits = lane_limits(budget, depth);
  if (!lanes_->run({&start, 1}, random_(), limits, 1, wants, &details).complete) return false;
  const auto words = lanes_->state_words();
  states_.clear();
  for (std::uint32_t i = 0; i < kDrawn; ++i)
    if (details.length[i] == static_cast<std::int32_t>(depth))
      states_.insert(states_.end(), details.states.begin() + i * words,
                     details.states.begin() + (i + 1) * words);
  return true;
}

bool PreferenceLearner::collect(const Budget& budget) {
  const auto words = lanes_->state_words();
  const auto roles = lanes_->circuit().role_count();
  if (words == 0 || !draw_states(budget)) return false;
  // A few at first tell how many there may be.
  const auto drawn = states_.size() / words;
  std::size_t wanted = std::min<std::size_t>(drawn, 8);
  lanes_->expand_many(*scratch_, std::span(states_).first(wanted * words), expansions_, kMostJoints);
  if (const auto few = expansions_.begin.back(); wanted < drawn && few < options_.successors) {
    wanted = std::min(drawn, wanted * options_.successors / std::max<std::size_t>(few, 1));
    lanes_->expand_many(*scratch_, std::span(states_).first(wanted * words), expansions_, kMostJoints);
  }
  const auto joints = expansions_.begin.back();
  starts_.clear();
  for (std::size_t j = 0; j < joints; ++j)
    starts_.push_back({std::span(expansions_.successors).subspan(j * words, words),
                       expansions_.successor_terminal[j] ? 0 : options_.playouts});
  LaneWants wants;
  wants.policy = options_.policy;
  wants.preferred = preferred_.get();
  if (!lanes_->sample(*scratch_, starts_, random_(), totals_, lane_limits(budget, kHorizon), wants))
    return false;
  values_.resize(joints * roles);
  for (std::size_t i = 0; i < joints * roles; ++i)
    values_[i] = expansions_.successor_terminal[i / roles]
                     ? static_cast<float>(std::max(expansions_.successor_goals[i], 0)) / 100
                     : static_cast<float>(totals_.sums[i]) / (100 * static_cast<float>(options_.playouts));
  for (std::size_t i = 0; i < wanted; ++i) {
    if (expansions_.terminal[i] || expansions_.crowded[i]) continue;
    const auto stored = static_cast<std::uint32_t>(pool_.size() / words);
    note_advantages(i, stored);
    const auto state = std::span(states_).subspan(i * words, words);
    pool_.insert(pool_.end(), state.begin(), state.end());
    ++states_seen_;
  }
  return true;
}

void PreferenceLearner::note_advantages(std::size_t state, std::uint32_t stored) {
  const auto& circuit = lanes_->circuit();
  const auto roles = circuit.role_count();
  const auto choices = std::span(expansions_.choices).subspan(state * roles, roles);
  const auto begin = expansions_.begin[state];
  for (std::uint32_t role = 0; role < roles; ++role) {
    if (choices[role] < 2 || static_cast<std::int32_t>(role) == circuit.chance_role()) continue;
    const auto arms = Arms::of(choices, circuit.chance_role(), role);
    arms_.assign(arms.count, 0);
    float mean = 0;
    for (std::size_t arm = 0; arm < arms.count; ++arm) {
      for (std::size_t outcome = 0; outcome < arms.outcomes; ++outcome)
        arms_[arm] += values_[(begin + arms.joint(arm, outcome)) * roles + role];
      arms_[arm] /= static_cast<float>(arms.outcomes);
      mean += arms_[arm] / static_cast<float>(arms.count);
    }
    for (std::size_t arm = 0; arm < arms.count; ++arm) {
      const auto move = expansions_.moves[(begin + arms.joint(arm, 0)) * roles + role];
      moves_[static_cast<std::size_t>(move)].samples.push_back({stored, arms_[arm] - mean});
    }
    samples_ += arms.count;
  }
}

double PreferenceLearner::shrunk(double sum, double count) const {
  return options_.rate * sum / (count + kDoubt);
}

void PreferenceLearner::improve() {
  for (auto& move : moves_) improve(move);
  rank();
  pool_.clear();
  samples_ = 0;
}

void PreferenceLearner::improve(Move& move) {
  const auto words = lanes_->state_words();
  std::vector<std::vector<Sample>> by_leaf(move.tree.nodes.size());
  for (const auto& sample : move.samples)
    by_leaf[move.tree.leaf(std::span(pool_).subspan(sample.state * words, words))].push_back(sample);
  move.samples.clear();
  std::fill(move.weight.begin(), move.weight.end(), 0.0F);
  for (std::uint32_t leaf = 0; leaf < by_leaf.size(); ++leaf) {
    const auto& samples = by_leaf[leaf];
    if (samples.empty()) continue;
    const auto count = static_cast<double>(samples.size());
    double sum = 0, squares = 0;
    for (const auto& sample : samples) {
      sum += sample.advantage;
      squares += sample.advantage * sample.advantage;
    }
    const auto leaves = (move.tree.nodes.size() + 1) / 2;
    if (leaves < options_.leaves &&
        split(move, leaf, samples, sum / count, squares / count - sum * sum / (count * count)))
      continue;
    move.theta[leaf] += static_cast<float>(shrunk(sum, count));
    move.weight[leaf] = static_cast<float>(count);
  }
}

// True if a fluent explains so much of the differences that it is hardly chance.
bool PreferenceLearner::split(Move& move, std::uint32_t leaf, const std::vector<Sample>& samples, double mean,
                              double variance) {
  if (samples.size() < kLeastSplit || variance <= 0) return false;
  const auto words = lanes_->state_words();
  const auto fluents = lanes_->circuit().fluent_count();
  std::vector<float> sums(fluents);
  std::vector<std::uint32_t> counts(fluents);
  for (const auto& sample : samples)
    for_each_fluent(pool_.data() + sample.state * words, words, [&](std::uint32_t fluent) {
      sums[fluent] += sample.advantage;
      ++counts[fluent];
    });
  const auto all = static_cast<double>(samples.size());
  double most = options_.significance * variance;
  std::uint32_t best = fluents;
  for (std::uint32_t f = 0; f < fluents; ++f) {
    if (counts[f] < kLeastPart || samples.size() - counts[f] < kLeastPart) continue;
    const double with = counts[f], without = all - with;
    const double difference = sums[f] / with - (all * mean - sums[f]) / without;
    const double gain = difference * difference * with * without / all;
    if (gain > most) {
      most = gain;
      best = f;
    }
  }
  if (best == fluents) return false;
  const double with = counts[best];
  const auto child = static_cast<std::uint32_t>(move.tree.nodes.size());
  move.tree.nodes[leaf] = {static_cast<std::int32_t>(best), child, child + 1, 0};
  move.tree.nodes.resize(child + 2);
  const auto theta = move.theta[leaf];
  move.theta.push_back(theta + static_cast<float>(shrunk(all * mean - sums[best], all - with)));
  move.theta.push_back(theta + static_cast<float>(shrunk(sums[best], with)));
  move.weight.push_back(static_cast<float>(all - with));
  move.weight.push_back(static_cast<float>(with));
  return true;
}

void PreferenceLearner::rank() {
  const auto& circuit = lanes_->circuit();
  std::vector<Ranking> rankings(moves_.size());
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role) {
    const auto first = circuit.role_begin(role), last = circuit.role_begin(role + 1);
    std::vector<std::pair<float, float>> weighed;  // by how much they are preferred, and how often they come
    float all = 0;
    for (auto m = first; m < last; ++m)
      for (std::size_t n = 0; n < moves_[m].theta.size(); ++n)
        if (moves_[m].weight[n] > 0) {
          weighed.emplace_back(-moves_[m].theta[n], moves_[m].weight[n]);
          all += moves_[m].weight[n];
        }
    std::ranges::sort(weighed);
    const auto preference_of = [&](double share) {  // that so many of the choices exceed
      float sum = 0;
      for (const auto& [theta, weight] : weighed)
        if ((sum += weight) >= share * all) return -theta;
      return 0.0F;
    };
    const auto best = preference_of(kBest), worst = preference_of(1 - kBest);
    const auto unit = std::max(std::numbers::ln2_v<float>, (best - worst) / (kRanks - 3));
    for (auto m = first; m < last; ++m) {
      rankings[m] = moves_[m].tree;
      for (std::size_t n = 0; n < moves_[m].theta.size(); ++n) {
        const auto behind = 1 + (best - moves_[m].theta[n]) / unit;
        rankings[m].nodes[n].rank =
            static_cast<std::uint8_t>(std::clamp(std::lround(behind), 0L, static_cast<long>(kRanks) - 1));
      }
    }
  }
  preferred_ = std::make_shared<const PreferredPlay>(lanes_, std::move(rankings), options_.policy);
}

}  // namespace woodstock::search::learning
