// Expanding a stage by constraint solving: the state injected into the µSCSP's template, its solutions
// enumerated by MAC or forward checking (papers 003 §4.2, 000 §4.2).
#pragma once

#include <memory>

#include "circuit/circuit.hpp"
#include "csp/search.hpp"
#include "search/stage_expander.hpp"
#include "stages/solver.hpp"

namespace woodstock::search {

class ConstraintExpander final : public StageExpander {
 public:
  ConstraintExpander(std::shared_ptr<const stages::StageTemplate> stage, csp::Search::Inference inference,
                     std::vector<std::uint32_t> role_begin)
      : solver_(std::move(stage), inference), role_begin_(std::move(role_begin)) {}
  void expand(std::span<const std::uint64_t> state, lanes::LaneExpansion& expansion,
              std::size_t limit) override;

 private:
  void read_goals(std::int32_t* goals) const;

  stages::StageSolver solver_;
  std::vector<std::uint32_t> role_begin_;
};

}  // namespace woodstock::search
