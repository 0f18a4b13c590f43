// Stages where several choose at once: an equilibrium of the estimates, and for where to look next one of
// what they may be at best and at worst. With two players of constant sum a matrix game, solved exactly;
// otherwise regret matching.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/mac_ucb/joint_effects.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/outcomes.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/matrix_game.hpp"
#include "search/payoffs.hpp"

namespace woodstock::search::mac_ucb {

class Simultaneous {
 public:
  // `exploration`: how far where to look next is drawn towards moves seldom tried; `shrinkage`: playouts of a
  // joint action that what is known of its moves counts for, where there are many.
  Simultaneous(const Payoffs& payoffs, float exploration, float shrinkage)
      : payoffs_(payoffs), exploration_(exploration), shrinkage_(shrinkage) {}

  // The stage's value, bounds, strategies and interest. `exact`: all successors are solved.
  void resolve(const Outcomes& outcomes, PolicyTree& tree, StageId id, bool exact);
  // Whether so many joint actions of the deciders are a matrix that is solved exactly.
  static bool is_matrix(const Payoffs& payoffs, std::size_t actions) {
    return payoffs.kind() == PayoffKind::kConstantSum && actions <= kExactMatrix;
  }
  // The likeliest outcome.
  static std::uint32_t likeliest(const Expansion& expansion, std::uint32_t outcomes);

 private:
  void resolve_matrix(const Outcomes& outcomes, PolicyTree& tree, StageId id, bool exact);
  void resolve_by_regret(const Outcomes& outcomes, PolicyTree& tree, StageId id, bool exact);
  float solve_matrix(const Outcomes& outcomes, float optimism, bool anew, std::uint32_t rows,
                     std::uint32_t columns, float* row, float* column);
  std::optional<float> value_between(const float* row, std::uint32_t rows, const float* column,
                                     std::uint32_t columns);
  void bound_by_pure(const Outcomes& outcomes, std::uint32_t rows, std::uint32_t columns, float& low,
                     float& high) const;

  const Payoffs& payoffs_;
  float exploration_, shrinkage_;
  JointEffects effects_;
  std::vector<float> matrix_, bonus_, mixed_;
  MatrixGame game_;
  MatrixSolution solution_;
  RegretMatching matching_;
};

}  // namespace woodstock::search::mac_ucb
