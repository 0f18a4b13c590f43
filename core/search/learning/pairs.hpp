// Fluents that count together: a pair holds where both of its fluents do, and has a weight of its own. Which
// pairs are worth one is found out while learning (pair_finder.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::search::learning {

struct Pair {
  std::uint32_t first = 0, second = 0;  // fluents, first < second

  auto operator<=>(const Pair&) const = default;
};

// Where fluents go to those.
inline Pair image_of(const Pair& pair, std::span<const std::uint32_t> images) {
  const auto one = images[pair.first], other = images[pair.second];
  return one < other ? Pair{one, other} : Pair{other, one};
}

class Pairs {
 public:
  Pairs() = default;
  // Their order is that of their features.
  Pairs(std::vector<Pair> pairs, std::uint32_t fluents);

  // The other fluent of a pair, and the pair's number.
  struct Partner {
    std::uint32_t fluent, pair;
  };

  bool empty() const { return pairs_.empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(pairs_.size()); }
  const std::vector<Pair>& all() const { return pairs_; }
  // Of a fluent, those that come after it.
  std::span<const Partner> later(std::uint32_t fluent) const {
    return {partners_.data() + begin_[fluent], partners_.data() + begin_[fluent + 1]};
  }

 private:
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> begin_;  // per fluent: of its later partners
  std::vector<Partner> partners_;
};

}  // namespace woodstock::search::learning
