// What is known of a match: the states it may be in, each with its probability. Chance moves uniformly
// (GDL-II); what is assumed of other roles is the affair of whoever moves a belief on (progress.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/state_table.hpp"

namespace woodstock::belief {

// Distinct states, packed one after the other: fluent f of state i is bit f % 64 of its word f / 64.
class Belief {
 public:
  // No state at all: what was seen cannot have happened.
  explicit Belief(std::size_t words) : words_(words) {}
  static Belief only(std::span<const std::uint64_t> state);

  std::size_t size() const { return weights_.size(); }
  bool empty() const { return weights_.empty(); }
  std::size_t word_count() const { return words_; }
  std::span<const std::uint64_t> states() const { return states_; }
  std::span<const std::uint64_t> state(std::size_t i) const { return states().subspan(i * words_, words_); }
  // They sum to 1.
  std::span<const double> weights() const { return weights_; }
  // Whether these are all states that are possible, rather than a sample of them.
  bool exact() const { return exact_; }
  void set_exact(bool exact) { exact_ = exact; }
  std::size_t bytes() const { return states_.capacity() * 8 + weights_.capacity() * sizeof(double); }

  // The state on which a point between 0 and 1 falls where the weights are laid end to end.
  std::size_t at(double point) const;
  // Which states stand for all, `count` times in all: each once for each of `count` equally spaced points
  // that fall on it (systematic resampling). Ascending.
  std::vector<std::uint32_t> draw(std::size_t count, Random& random) const;
  // The belief in the states of a draw, each by how often it was drawn; no longer exact.
  Belief drawn(std::span<const std::uint32_t> draw) const;
  // The same belief with its states in ascending order: equal beliefs are then equal word by word.
  Belief sorted() const;
  // Of a sorted belief; probabilities that differ by rounding only have the same key.
  std::uint64_t key() const;
  bool same_as(const Belief& other) const;

 private:
  friend class Gathering;
  std::size_t words_;
  std::vector<std::uint64_t> states_;
  std::vector<double> weights_;
  bool exact_ = true;
};

// States with weights as they come, equal ones merged.
class Gathering {
 public:
  explicit Gathering(std::size_t words) : words_(words), table_(words) {}
  // The number of the state; it is new if it is the number of those before.
  std::uint32_t add(std::span<const std::uint64_t> state, double weight);
  std::size_t size() const { return weights_.size(); }
  double total() const { return total_; }
  // Other weights, by the numbers of the states; none leave them as they are.
  void reweigh(std::vector<double> weights);
  // Weights become probabilities.
  Belief belief() const;

 private:
  std::size_t words_;
  StateTable table_;
  std::vector<double> weights_;
  double total_ = 0;
};

}  // namespace woodstock::belief
