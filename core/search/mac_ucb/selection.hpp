// Which leaf MAC-UCB looks at next: best-first along the line that decides the root, confidence terms between
// close values, virtual loss for what is under way.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "search/mac_ucb/backup.hpp"
#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/mac_ucb/workload.hpp"

namespace woodstock::search::mac_ucb {

// The confidence term of a stage's successors is this, divided by the root of one more than their samples.
inline float confidence(double constant, const StageNode& node) {
  const float factor = node.expansion && !node.expansion->table.empty() ? kKnown : 1;
  return factor * static_cast<float>(constant) * std::sqrt(std::log(static_cast<float>(node.samples + 2)));
}

// Whether there is something to look at in a stage or below that nobody looks at already.
inline bool selectable(const StageNode& node) {
  return !node.solved && !node.exhausted && (node.expansion || node.in_flight == 0);
}

class Selection {
 public:
  // `backup` is for successors that turn out to be solved on another line.
  Selection(const Options& options, const Payoffs& payoffs, const Workload& workload, PolicyTree& tree,
            Backup& backup)
      : options_(options), payoffs_(payoffs), workload_(workload), tree_(tree), backup_(backup) {}

  // What each leaf in flight takes off a value.
  void set_virtual_loss(float loss) { virtual_loss_ = loss; }
  // Fills a job with leaves of so many playouts together. None if there is no leaf to take.
  void choose(Job& job, StageId root, std::uint32_t playouts);
  // The joint action to follow from an expanded stage; -1 if there is none.
  std::int64_t pick(StageId id);

 private:
  bool descend(Leaf& leaf, StageId root);
  bool enter_arm(StageId id, std::uint32_t action, Leaf& leaf) const;
  std::int64_t pick_decided(StageId id, std::uint32_t role) const;
  std::int64_t pick_with_chance(StageId id, std::uint32_t role) const;
  std::int64_t pick_outcome(StageId id, std::uint32_t arm) const;
  std::int64_t pick_simultaneous(StageId id);
  float least_of_interest(StageId id, std::uint32_t role) const;

  const Options& options_;
  const Payoffs& payoffs_;
  const Workload& workload_;
  PolicyTree& tree_;
  Backup& backup_;
  float virtual_loss_ = 0;
  std::uint32_t attentive_ = 0;                 // the depth down to which every move gets its part
  std::vector<float> weights_, wider_weights_;  // of joint actions
};

}  // namespace woodstock::search::mac_ucb
