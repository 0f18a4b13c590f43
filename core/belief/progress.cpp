#include "belief/progress.hpp"

#include <algorithm>
#include <numeric>

namespace woodstock::belief {

using namespace lanes;

namespace {

constexpr double kForTrying = 0.7;  // of the time; the rest is for what was found
constexpr std::size_t kRounds = 64;
constexpr std::size_t kForRounds = 16 * Pairs::kBatch;  // pairs that take a while

}  // namespace

// The numbers of a belief's states in parts of `Pairs::kBatch`.
class Progress::Parts {
 public:
  Parts(std::size_t states, Random& random) : order_(states) {
    std::iota(order_.begin(), order_.end(), 0U);
    // Should time run out, what was looked at is a fair part of all.
    if (states > Pairs::kBatch)
      for (auto i = static_cast<std::uint32_t>(states); i > 1; --i)
        std::swap(order_[i - 1], order_[random.below(i)]);
  }
  std::size_t count() const { return (order_.size() + Pairs::kBatch - 1) / Pairs::kBatch; }
  std::span<const std::uint32_t> part(std::size_t i) const {
    const auto first = i * Pairs::kBatch;
    return std::span(order_).subspan(first, std::min(Pairs::kBatch, order_.size() - first));
  }

 private:
  std::vector<std::uint32_t> order_;
};

// Where few states have many joint moves each: all states have a part of theirs tried before the next part
// is, and the first part whatever the time, so that none is lost for want of it. Parts that are tried one
// after the other lie far apart.
struct Progress::Rounds {
  Rounds(std::size_t parts, std::size_t pairs) : count(parts == 1 && pairs > kForRounds ? kRounds : 1) {}
  Every part(std::size_t round) const { return {count, count == 1 ? 0 : round * kApart % count}; }

  static constexpr std::size_t kApart = 27;  // has no divisor in common with the number of rounds
  std::size_t count;
};

// What was tried of each state, where a step may end before all was. A state then weighs as much as before,
// however many of its joint moves that were.
class Progress::Tally {
 public:
  Tally(std::size_t states, bool counts) : tried_(counts ? states : 0) {}

  void add(const Pairs::Pair& pair) {
    if (!tried_.empty()) tried_[pair.parent] += pair.weight;
  }
  void add_fitting(std::uint32_t number, const Pairs::Pair& pair) {
    if (!tried_.empty()) fitting_.push_back({number, pair.parent, pair.weight});
  }
  // Of so many states that were found; none if nothing was counted.
  std::vector<double> weights(std::size_t states, const Belief& before) const {
    std::vector<double> weights(tried_.empty() ? 0 : states);
    for (const auto& [number, parent, weight] : fitting_)
      weights[number] += weight * before.weights()[parent] / tried_[parent];
    return weights;
  }

 private:
  struct Fitting {
    std::uint32_t number, parent;
    double weight;
  };
  std::vector<double> tried_;  // the weight of the pairs of each state
  std::vector<Fitting> fitting_;
};

Progress::Progress(std::shared_ptr<const Lanes> lanes, std::uint32_t role)
    : pairs_(std::move(lanes)), role_(role), view_(pairs_.lanes().circuit(), role) {}

Belief Progress::initial() const {
  std::vector<std::uint64_t> state(pairs_.words());
  const auto& initial = pairs_.lanes().circuit().initial;
  for (std::size_t f = 0; f < initial.size(); ++f)
    if (initial[f]) state[f / 64] |= std::uint64_t{1} << (f % 64);
  return Belief::only(state);
}

std::size_t Progress::find_choices(std::size_t place, const Sight& sight) {
  if (!pairs_.choices(place, choices_)) return 0;
  if (sight.own) {
    if (!std::ranges::binary_search(choices_[role_], *sight.own)) return 0;
    choices_[role_].assign(1, *sight.own);
  }
  return Pairs::joint_moves(choices_);
}

// How many joint moves may have been made in all states together; too many to count where time runs out.
std::size_t Progress::count_joint_moves(const Belief& belief, const Parts& parts, const Sight& sight,
                                        const Deadline& deadline) {
  std::size_t total = 0;
  for (std::size_t p = 0; p < parts.count(); ++p) {
    if (p > 0 && deadline.passed()) return Pairs::kMany;
    pairs_.load(belief, parts.part(p));
    for (std::size_t place = 0; place < parts.part(p).size(); ++place)
      total = std::min(Pairs::kMany, total + find_choices(place, sight));
  }
  return total;
}

Step Progress::step(const Belief& belief, const Sight& sight, const StepLimits& limits,
                    const Policy& policy) {
  Step result{Belief(pairs_.words()), {}, {}};
  const auto seen = view_.bits(sight.percepts);
  if (!seen || belief.empty()) return result;
  Random random(limits.seed);
  const Parts parts(belief.size(), random);
  const auto deadline = limits.deadline.part(kForTrying);
  const auto total = count_joint_moves(belief, parts, sight, deadline);
  Gathering gathering(pairs_.words());
  const Rounds rounds(parts.count(), total);
  Tally tally(belief.size(), rounds.count > 1);
  bool exact = belief.exact(), in_time = true, may_end = true;
  const auto bring_in = [&] {
    pairs_.evaluate();
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto pair = pairs_.pair(i);
      tally.add(pair);
      if (!view_.is(pair.percepts, *seen)) continue;
      const auto before = gathering.size();
      tally.add_fitting(gathering.add(pair.next, pair.weight), pair);
      if (gathering.size() == before) continue;
      result.parents.push_back(pair.parent);
      for (std::uint32_t role = 0; role < pairs_.roles(); ++role)
        result.moves.push_back(static_cast<std::uint32_t>(pair.moves[role]) -
                               pairs_.lanes().circuit().role_begin(role));
    }
    pairs_.clear();
    in_time = in_time && !(may_end && deadline.passed());
    return in_time;
  };
  pairs_.clear();
  for (std::size_t round = 0; round < rounds.count && in_time; ++round) {
    may_end = rounds.count == 1 || round > 0;
    for (std::size_t p = 0; p < parts.count() && in_time; ++p) {
      if (parts.count() > 1) pairs_.load(belief, parts.part(p));
      for (std::size_t place = 0; place < parts.part(p).size() && in_time; ++place) {
        const auto state = parts.part(p)[place];
        const auto joint = find_choices(place, sight);
        if (joint == 0) continue;
        const auto share = static_cast<double>(limits.pairs) * belief.weights()[state];
        if (total <= limits.pairs || share >= static_cast<double>(joint)) {
          pairs_.add_all(belief, state, choices_, policy, bring_in, rounds.part(round));
        } else {
          exact = false;
          const auto each = share / static_cast<double>(rounds.count);
          const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(each));
          pairs_.add_some(belief, state, choices_, count, random, policy, bring_in,
                          1 / static_cast<double>(rounds.count));
        }
      }
    }
  }
  exact = exact && in_time;
  if (in_time)
    bring_in();
  else
    gathering.reweigh(tally.weights(gathering.size(), belief));
  result.belief = gathering.belief();
  result.belief.set_exact(exact);
  keep_open(result);
  keep_few(result, limits.states, random);
  return result;
}

Step Step::subset(std::span<const std::uint32_t> numbers, std::span<const double> weights, bool exact) const {
  const auto roles = parents.empty() ? 0 : moves.size() / parents.size();
  Gathering gathering(belief.word_count());
  Step result{Belief(belief.word_count()), {}, {}};
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto i = numbers[k];
    gathering.add(belief.state(i), weights[k]);
    result.parents.push_back(parents[i]);
    const auto joint = std::span(moves).subspan(i * roles, roles);
    result.moves.insert(result.moves.end(), joint.begin(), joint.end());
  }
  result.belief = gathering.belief();
  result.belief.set_exact(exact);
  return result;
}

// A play that goes on is in no terminal state. Where all are terminal it is over, and they stay.
void Progress::keep_open(Step& step) {
  const auto& belief = step.belief;
  const auto words = pairs_.words();
  std::vector<std::uint32_t> open;
  std::vector<double> weights;
  for (std::size_t first = 0; first < belief.size(); first += Pairs::kBatch) {
    const auto count = std::min(Pairs::kBatch, belief.size() - first);
    const auto& seen = pairs_.look_at(belief.states().subspan(first * words, count * words));
    for (std::size_t i = 0; i < count; ++i) {
      if (seen.terminal[i]) continue;
      open.push_back(static_cast<std::uint32_t>(first + i));
      weights.push_back(belief.weights()[first + i]);
    }
  }
  if (!open.empty() && open.size() < belief.size()) step = step.subset(open, weights, belief.exact());
}

void Progress::keep_few(Step& step, std::size_t most, Random& random) {
  if (step.belief.size() <= most) return;
  std::vector<std::uint32_t> numbers;
  std::vector<double> weights;
  for (const auto i : step.belief.draw(most, random)) {
    if (numbers.empty() || numbers.back() != i) {
      numbers.push_back(i);
      weights.push_back(0);
    }
    weights.back() += 1;
  }
  step = step.subset(numbers, weights, false);
}

}  // namespace woodstock::belief
