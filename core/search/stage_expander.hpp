// Expanding a stage: all joint actions of a state with the states they lead to, the solutions of its injected
// µSCSP (paper 003 §4.2). Every solver gives the same solutions in the same order, the last role's moves
// running fastest.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "lanes/lanes.hpp"

namespace woodstock::search {

// Belongs to one thread.
class StageExpander {
 public:
  virtual ~StageExpander() = default;
  // Throws std::length_error if there are more than `limit` joint actions.
  virtual void expand(std::span<const std::uint64_t> state, lanes::LaneExpansion& expansion,
                      std::size_t limit) = 0;
};

// One expander for each thread that asks.
using ExpanderFactory = std::function<std::unique_ptr<StageExpander>()>;

// Every lane one joint action: the whole stage in one pass of the circuit.
class LaneExpander final : public StageExpander {
 public:
  explicit LaneExpander(std::shared_ptr<const lanes::Lanes> lanes)
      : lanes_(std::move(lanes)), scratch_(lanes::make_lane_scratch()) {}
  void expand(std::span<const std::uint64_t> state, lanes::LaneExpansion& expansion,
              std::size_t limit) override {
    lanes_->expand(*scratch_, state, expansion, limit);
  }

 private:
  std::shared_ptr<const lanes::Lanes> lanes_;
  lanes::LaneScratchPointer scratch_;
};

}  // namespace woodstock::search
