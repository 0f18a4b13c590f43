#include "belief/belief.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace woodstock::belief {

namespace {

// Probabilities that differ less are equal: sums of the same numbers in another order.
constexpr double kRounding = 1e-9;

}  // namespace

Belief Belief::only(std::span<const std::uint64_t> state) {
  Belief belief(state.size());
  belief.states_.assign(state.begin(), state.end());
  belief.weights_.assign(1, 1.0);
  return belief;
}

std::size_t Belief::at(double point) const {
  double passed = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    passed += weights_[i];
    if (weights_[i] > 0) last = i;
    if (point < passed) return i;
  }
  return last;
}

std::vector<std::uint32_t> Belief::draw(std::size_t count, Random& random) const {
  std::vector<std::uint32_t> drawn;
  if (empty() || count == 0) return drawn;
  drawn.reserve(count);
  const auto each = 1.0 / static_cast<double>(count);
  double point = random.real() * each, passed = 0;
  for (std::uint32_t i = 0; i < size(); ++i)
    for (passed += weights_[i]; point < passed && drawn.size() < count; point += each) drawn.push_back(i);
  while (drawn.size() < count) drawn.push_back(drawn.empty() ? 0 : drawn.back());  // the sum was rounded down
  return drawn;
}

Belief Belief::drawn(std::span<const std::uint32_t> draw) const {
  Gathering gathering(words_);
  for (const auto i : draw) gathering.add(state(i), 1);
  auto belief = gathering.belief();
  belief.exact_ = false;
  return belief;
}

Belief Belief::sorted() const {
  std::vector<std::uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(state(a), state(b));
  });
  Belief belief(words_);
  belief.exact_ = exact_;
  belief.states_.reserve(states_.size());
  belief.weights_.reserve(size());
  for (const auto i : order) {
    belief.states_.insert(belief.states_.end(), state(i).begin(), state(i).end());
    belief.weights_.push_back(weights_[i]);
  }
  return belief;
}

std::uint64_t Belief::key() const {
  // States alone: probabilities would have to be rounded, and two that are next to each other may round
  // apart.
  auto key = mix64(size());
  for (const auto word : states_) key = mix64(key ^ word);
  return key;
}

bool Belief::same_as(const Belief& other) const {
  return std::ranges::equal(states_, other.states_) &&
         std::ranges::equal(weights_, other.weights_,
                            [](double a, double b) { return std::abs(a - b) < kRounding; });
}

std::uint32_t Gathering::add(std::span<const std::uint64_t> state, double weight) {
  const auto id = table_.add(state);
  if (id == weights_.size()) weights_.push_back(0);
  weights_[id] += weight;
  total_ += weight;
  return id;
}

void Gathering::reweigh(std::vector<double> weights) {
  if (weights.empty()) return;
  weights_ = std::move(weights);
  total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
}

Belief Gathering::belief() const {
  Belief belief(words_);
  if (total_ <= 0) return belief;
  belief.weights_.reserve(size());
  belief.states_.reserve(size() * words_);
  for (std::uint32_t id = 0; id < size(); ++id) {
    const auto words = table_.words(id);
    belief.states_.insert(belief.states_.end(), words.begin(), words.end());
    belief.weights_.push_back(weights_[id] / total_);
  }
  return belief;
}

}  // namespace woodstock::belief
