// What to think of a stage's joint actions before they have playouts worth the name: the mean of the stage,
// and what each role's move adds to it.
//
// Where several choose (chance among them), a joint action has a playout or two, but a move has those of all
// joint actions it is part of, so its effect is known much better. Effects are shrunk like everything else.
#pragma once

#include <cstdint>
#include <vector>

#include "search/mac_ucb/policy_tree.hpp"

namespace woodstock::search::mac_ucb {

// A mean of playouts, drawn towards what was expected as if that were `shrinkage` playouts too.
inline float shrunk(float mean, float playouts, float prior, float shrinkage) {
  const float weight = playouts + shrinkage;
  return weight > 0 ? (mean * playouts + prior * shrinkage) / weight : prior;
}

class StagePrior {
 public:
  StagePrior(const Expansion& shape, std::uint32_t size, float most);

  // The mean of some playouts after a joint action (or its exact value, with the weight of some).
  void add(std::uint32_t action, const float* mean, float playouts);
  // Done adding. `earlier` is what was thought of the stage before, of which 1 - blend remains; `shrinkage`
  // is how many playouts no effect at all is worth.
  void settle(const float* earlier, float blend, float shrinkage);

  const std::vector<float>& stage() const { return stage_; }
  // Of one joint action, and of its arm: the same with chance's move left open.
  void sum_up_action(std::uint32_t action, float* value) const { sum_up(action, -1, value); }
  void sum_up_arm(std::uint32_t action, std::int32_t chance_role, float* value) const {
    sum_up(action, chance_role, value);
  }

 private:
  struct Role {
    std::uint32_t begin, stride, count;  // of its moves' effects; how they stand among the joint actions
  };
  void sum_up(std::uint32_t action, std::int32_t left_out, float* value) const;

  std::uint32_t size_;
  float most_;
  std::vector<Role> roles_;
  bool several_ = false;  // roles choose
  std::vector<float> stage_;
  std::vector<float> effects_, playouts_;  // per move of each role
  float seen_ = 0;                         // joint actions added
};

}  // namespace woodstock::search::mac_ucb
