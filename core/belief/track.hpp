// A belief with how its states came about: when a sample dies out, the lines of play that led to it are what
// is known to repair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "belief/belief.hpp"
#include "belief/progress.hpp"

namespace woodstock::belief {

// Joint moves, one move per role, from the state that a track began with: that of this number.
struct Line {
  std::uint32_t first;
  std::vector<std::vector<std::uint32_t>> moves;
};

// Never changes: what comes after a step is another track, which shares the steps before.
class Track {
 public:
  explicit Track(Belief belief) : belief_(std::move(belief)) {}
  Track(Step step, const Track& before);

  const Belief& belief() const { return belief_; }
  Line line(std::uint32_t state) const;
  // Of the belief and of all steps.
  std::size_t bytes() const;

 private:
  struct Origin {
    std::vector<std::uint32_t> parents, moves;
    std::shared_ptr<const Origin> before;
  };
  Belief belief_;
  std::shared_ptr<const Origin> origin_;
};

}  // namespace woodstock::belief
