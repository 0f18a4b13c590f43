// Random playouts from positions that stand for several states each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "lanes/lanes.hpp"
#include "search/budget.hpp"
#include "search/evaluator.hpp"
#include "search/positions.hpp"

namespace woodstock::search {

// Belongs to one thread.
class DrawnPlayouts final : public Evaluator {
 public:
  DrawnPlayouts(std::shared_ptr<const Positions> positions, std::uint32_t horizon, lanes::LanePolicy policy);
  // Leaves the statistics of moves empty: they are numbered otherwise in the game that is played.
  bool evaluate(const Inquiry& inquiry, const Budget& budget, Estimates& estimates) override;

  // The same with statistics of moves, question by question and numbered as in the game that is played: they
  // stand in `totals` then, with each question a group.
  bool play(std::span<const Question> questions, std::uint64_t seed, const Budget& budget, bool moves,
            Estimates& estimates);
  const lanes::LaneTotals& totals() const { return totals_; }

 private:
  std::shared_ptr<const Positions> positions_;
  std::uint32_t horizon_;
  lanes::LanePolicy policy_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneTotals totals_;
  std::vector<lanes::LaneStart> starts_;
};

}  // namespace woodstock::search
