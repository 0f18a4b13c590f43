// What the roles of a game play for: one of them alone, two against each other, all together, or each for
// itself (paper 004 §2.1 for two players with constant sum; max^n, Luckhardt & Irani 1986, in general). The
// kind decides how many numbers a stage's value has, and how simultaneous moves are resolved.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lanes/lanes.hpp"

namespace woodstock::search {

enum class PayoffKind : std::uint8_t { kSingle, kConstantSum, kCooperative, kGeneral };
std::string_view name_of(PayoffKind kind);

class Payoffs {
 public:
  // Judges by `samples` random playouts from the initial state and the goal values that the circuit names.
  static Payoffs detect(const lanes::Lanes& lanes, std::uint64_t seed, std::uint32_t samples = 1024);
  // `spite` is for games where each plays for itself: see `urge`.
  Payoffs(PayoffKind kind, const circuit::Circuit& circuit, std::int32_t total = 100, float spite = 0);

  PayoffKind kind() const { return kind_; }
  // Numbers that make up a value; each lies between 0 and `most()`.
  std::uint32_t size() const { return size_; }
  float most() const { return most_; }
  // The numbers of a terminal state's goals (-1 counts as 0) or of a sum of goals over playouts.
  void store(std::span<const std::int32_t> goals, float* value) const;
  // Whether goals are such as the kind says.
  bool fits(std::span<const std::int32_t> goals) const;

  // A role's utility in units of 100 points, given the numbers of a value.
  float utility(std::uint32_t role, const float* value) const {
    const auto& view = views_[role];
    return view.offset + view.sign * value[view.index];
  }
  // What a role goes by where values are estimates: its utility, and in games where each plays for itself a
  // little of what the others lose. Playouts often say next to nothing about a role's own goal (it may be
  // rarely reached at all), and then a choice by utility alone is a choice by noise.
  float urge(std::uint32_t role, const float* value) const {
    const float own = utility(role, value);
    if (size_ == 1) return own;
    float all = 0;
    for (std::uint32_t i = 0; i < size_; ++i) all += value[i];
    return own - spite_ * (all - own) / static_cast<float>(size_ - 1);
  }
  // Its bounds, given those of the numbers.
  float lower(std::uint32_t role, const float* low, const float* high) const {
    const auto& view = views_[role];
    return view.sign > 0 ? low[view.index] : view.offset - high[view.index];
  }
  float upper(std::uint32_t role, const float* low, const float* high) const {
    const auto& view = views_[role];
    return view.sign > 0 ? high[view.index] : view.offset - low[view.index];
  }
  // Where a role's utility stands among the numbers, and whether the role wants it small: then its utility is
  // `sum()` less the number.
  std::uint32_t index(std::uint32_t role) const { return views_[role].index; }
  bool opposed(std::uint32_t role) const { return views_[role].sign < 0; }
  float sum() const { return static_cast<float>(total_) / 100; }
  // The role whose goal number i is.
  std::uint32_t owner(std::uint32_t index) const { return owners_[index]; }
  // Whether two roles want the same.
  bool allied(std::uint32_t a, std::uint32_t b) const {
    return views_[a].index == views_[b].index && views_[a].sign == views_[b].sign;
  }
  const std::vector<std::uint32_t>& players() const { return players_; }

 private:
  struct View {
    std::uint32_t index = 0;
    float sign = 0;  // 0 for chance
    float offset = 0;
  };
  PayoffKind kind_;
  std::int32_t total_;
  std::uint32_t size_ = 1;
  float most_ = 1;
  float spite_ = 0;
  std::vector<View> views_;             // per role
  std::vector<std::uint32_t> players_;  // roles but chance
  std::vector<std::uint32_t> owners_;
};

}  // namespace woodstock::search
