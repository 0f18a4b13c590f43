// Random playouts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/state.hpp"
#include "lanes/lanes.hpp"
#include "search/budget.hpp"
#include "search/drawn_playouts.hpp"
#include "search/engines.hpp"
#include "search/evaluator.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search {

// What random playouts say about all moves, starts × moves of all roles (numbered as in `Circuit`): in how
// many playouts the move was played, and the sum of its role's rewards in those.
struct MoveTotals {
  std::vector<float> counts, sums;
};

class Sampler {
 public:
  struct Start {
    const State* state;
    std::uint32_t playouts;
    // One move per role for the first step, -1 for a free choice; empty: all free.
    std::span<const std::int32_t> prescribed = {};
  };

  // A playout that is not over after `horizon` steps counts with its goals as they are.
  // `decisive` is the policy of playouts in lanes (`lanes::LanePolicy`); one by one they are uniform.
  Sampler(const Engines& engines, std::uint32_t horizon, std::uint32_t decisive = 0);

  // Mean rewards of random playouts, starts × roles. False, and means of no use, if the budget's time ran
  // out.
  bool sample(std::span<const Start> starts, Random& random, const Budget& budget, std::vector<double>& means,
              MoveTotals* totals = nullptr);

 private:
  bool sample_positions(std::span<const Start> starts, Random& random, const Budget& budget,
                        std::vector<double>& means, MoveTotals* totals);
  bool sample_in_lanes(std::span<const Start> starts, Random& random, const Budget& budget,
                       std::vector<double>& means, MoveTotals* totals);
  bool step(const Start& start, std::uint32_t steps, Random& random);

  Engines engines_;
  std::uint32_t roles_;
  std::uint32_t horizon_;
  lanes::LanePolicy policy_;
  const std::vector<std::uint32_t>& role_begin_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneTotals lane_totals_;
  std::vector<lanes::LaneStart> lane_starts_;
  std::vector<std::int32_t> prescribed_;
  std::unique_ptr<DrawnPlayouts> drawn_;  // if positions are not states
  std::vector<Question> questions_;
  Estimates estimates_;
  stepper::Stepper stepper_;
  std::vector<std::uint32_t> joint_;
  std::vector<std::optional<std::int32_t>> goals_;
  std::vector<std::uint32_t> played_;     // moves of one playout, each once
  std::vector<std::uint64_t> last_seen_;  // per move, the playout that played it last
  std::uint64_t playout_ = 0;
};

}  // namespace woodstock::search
