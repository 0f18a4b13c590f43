// A batch of MAC-UCB's leaves: their stages are solved and the successors sampled, without the lock.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/mac_ucb.hpp"
#include "search/mac_ucb/narrow_stage.hpp"

namespace woodstock::search::mac_ucb {

using namespace lanes;

std::uint32_t MacUcb::playouts_each(std::uint32_t successors, const Job& job) const {
  const double each = std::max<double>(options_.playouts, static_cast<double>(options_.least) / successors);
  const auto wanted = static_cast<std::uint32_t>(std::max(1.0, std::ceil(each * job.scale)));
  return std::clamp(job.most / successors, 1U, wanted);
}

void MacUcb::evaluate(Job& job, const Budget& budget) {
  if (!job.expander) job.expander = expanders_();
  const auto stride = lanes_->state_words();
  LaneLimits limits;
  limits.max_steps = options_.horizon;
  if (budget.deadline) limits.deadline = *budget.deadline;
  if (budget.stop != nullptr) limits.stop = &budget.stop->flag();
  job.starts.clear();
  for (std::uint32_t l = 0; l < job.count; ++l) {
    auto& leaf = job.leaves[l];
    leaf.start = static_cast<std::uint32_t>(job.starts.size());
    leaf.sampled.clear();
    leaf.keys.clear();
    leaf.playouts = 0;
    if (!leaf.arm.empty()) {
      const auto successors = static_cast<std::uint32_t>(leaf.arm.size());
      const auto each = (options_.least + successors - 1) / successors;
      leaf.playouts = std::uint64_t{each} * successors;
      for (std::uint32_t k = 0; k < successors; ++k)
        job.starts.push_back({{leaf.words.data() + std::size_t{k} * stride, stride}, each, {}, l});
      continue;
    }
    if (!leaf.expand) {
      leaf.playouts = options_.least;
      job.starts.push_back({leaf.words, options_.least, {}, l});
      continue;
    }
    leaf.partial = false;
    try {
      job.expander->expand(leaf.words, leaf.expansion, options_.stage_limit);
    } catch (const std::length_error&) {
      leaf.partial = true;
      const NarrowStage narrow{.limit = options_.narrow};
      if (!narrow.expand(*lanes_, payoffs_, leaf.words, job.seed ^ l, limits, leaf.expansion)) return;
    }
    prepare(leaf);
    const auto& terminal = leaf.expansion.successor_terminal;
    const auto successors = static_cast<std::uint32_t>(terminal.size());
    const auto open = static_cast<std::uint32_t>(std::count(terminal.begin(), terminal.end(), 0));
    if (open == 0) continue;
    const auto each = playouts_each(open, job);
    // Where there are more successors than playouts, a part of them spread evenly from a random one on.
    const auto share = std::min(open, job.most);
    std::uint64_t turn = mix64(job.seed ^ l) % open;
    for (std::uint32_t s = 0; s < successors; ++s) {
      if (terminal[s]) continue;
      turn += share;
      if (turn < open) continue;
      turn -= open;
      leaf.sampled.push_back(s);
      leaf.playouts += each;
      job.starts.push_back(
          {{leaf.expansion.successors.data() + std::size_t{s} * stride, stride}, each, {}, l});
    }
  }
  job.complete = true;
  if (job.starts.empty()) return;
  LaneWants wants;
  wants.all_moves = job.moves;
  wants.groups = job.count;
  job.complete = lanes_->sample(*job.scratch, job.starts, job.seed, job.totals, limits, wants);
}

}  // namespace woodstock::search::mac_ucb
