// Expanding a stage by constraint solving: the state injected into the µSCSP's template, its solutions
// enumerated by MAC or forward checking (papers 003 §4.2, 000 §4.2).
#pragma once

#include <memory>

#include "woodstock/circuit.hpp"
#include "woodstock/csp/stage_solver.hpp"
#include "woodstock/search/stage_expander.hpp"

namespace woodstock {

class ConstraintExpander final : public StageExpander {
 public:
  ConstraintExpander(std::shared_ptr<const csp::StageTemplate> stage, csp::Search::Inference inference,
                     std::vector<std::uint32_t> role_begin)
      : solver_(std::move(stage), inference), role_begin_(std::move(role_begin)) {}
  void expand(std::span<const std::uint64_t> state, LaneExpansion& expansion, std::size_t limit) override;

 private:
  void read_goals(std::int32_t* goals) const;

  csp::StageSolver solver_;
  std::vector<std::uint32_t> role_begin_;
};

}  // namespace woodstock
