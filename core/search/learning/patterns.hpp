// Parts of what the rules ask for. A pattern is a set of fluents whose conjunction ends a game or decides a
// goal: four cells in a row of one colour, say. How many of them hold tells how near it is, as long as none
// of its blockers holds: a fluent that never holds together with one that the pattern still needs. Patterns
// that decide the same (all lines of a colour) are of one kind and share what is learned.
//
// The features of an evaluation: for each pattern, and again for each kind, one for every number of fluents
// that hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/learning/fluents.hpp"

namespace woodstock::search::learning {

struct Pattern {
  std::vector<std::uint32_t> fluents;   // ascending
  std::uint32_t kind = 0;               // patterns of a kind have as many fluents
  std::vector<std::uint32_t> blockers;  // ascending
};

class Patterns {
 public:
  Patterns() = default;
  Patterns(std::vector<Pattern> patterns, std::uint32_t fluents);

  // What a fluent means to a pattern.
  struct Part {
    std::uint32_t pattern;
    bool blocks;
  };
  // How a pattern stands in a state.
  struct Standing {
    std::int32_t held = 0, blocked = 0;

    void add(const Part& part, std::int32_t sign) { (part.blocks ? blocked : held) += sign; }
    bool open() const { return held > 0 && blocked == 0; }
  };

  bool empty() const { return patterns_.empty(); }
  std::size_t size() const { return patterns_.size(); }
  const std::vector<Pattern>& all() const { return patterns_; }
  std::uint32_t feature_count() const { return feature_count_; }
  std::span<const Part> parts(std::uint32_t fluent) const {
    return {parts_.data() + begin_[fluent], parts_.data() + begin_[fluent + 1]};
  }
  // Features of an open pattern of which so many fluents hold.
  std::uint32_t own_feature(std::uint32_t pattern, std::int32_t held) const {
    return own_begin_[pattern] + static_cast<std::uint32_t>(held) - 1;
  }
  std::uint32_t shared_feature(std::uint32_t pattern, std::int32_t held) const {
    return kind_begin_[patterns_[pattern].kind] + static_cast<std::uint32_t>(held) - 1;
  }
  // One standing per pattern.
  void look(const std::uint64_t* state, std::uint32_t words, std::vector<Standing>& standings) const {
    standings.assign(patterns_.size(), {});
    for_each_fluent(state, words, [&](std::uint32_t fluent) {
      for (const auto& part : parts(fluent)) standings[part.pattern].add(part, 1);
    });
  }

 private:
  std::vector<Pattern> patterns_;
  std::vector<std::uint32_t> own_begin_, kind_begin_;  // features, per pattern and per kind
  std::uint32_t feature_count_ = 0;
  std::vector<std::uint32_t> begin_;  // per fluent: of its parts
  std::vector<Part> parts_;
};

}  // namespace woodstock::search::learning
