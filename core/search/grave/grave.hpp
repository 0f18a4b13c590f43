// GRAVE, generalised rapid action value estimation (Cazenave 2015), the papers' rival in Koriche et al. 2016
// (JFPC, §5) and 2017 (§5):
//
//   score(i) = (1 - β) · Q(i) + β · AMAF(i),   β = ñ / (ñ + n + bias · ñ · n)
//
// AMAF(i) is the mean reward of the playouts in which the role played the move at any time after a stage, and
// ñ their number; the statistics come from the closest stage on the path with more than `ref` playouts (ref =
// 0 is RAVE). n counts playouts too. There is no exploration term.
#pragma once

#include <unordered_map>
#include <vector>

#include "search/bandits.hpp"
#include "symmetry/canonical.hpp"

namespace woodstock::search::grave {

struct Options : BanditOptions {
  std::uint32_t ref = 50;
  double bias = 1e-3;  // better than 1e-5 in matches against itself
};

class Grave : public Bandits {
 public:
  Grave(const Engines& engines, std::uint32_t role, const Options& options);

  void set_root(const State& state) override;

 protected:
  double score(const Arm& arm, double value) const override;
  void prepare_scores(const Path& path, NodeIndex node, std::uint32_t role) override;
  bool sample(const Budget& budget) override;
  std::size_t extra_bytes() const override;
  void recycled(std::size_t memory) override;

 private:
  // All moves as first: per move of any role, the playouts with it and the sum of its role's rewards.
  struct Amaf {
    std::uint32_t playouts = 0;
    std::vector<float> counts, sums;
  };
  Amaf* table(NodeIndex node);
  void turn_back(symmetry::Element frame);
  void learn(const Path& path, std::size_t start);

  std::uint32_t ref_;
  double bias_;
  std::vector<std::uint32_t> role_begin_;
  std::unordered_map<NodeIndex, Amaf> tables_;
  MoveTotals totals_;
  std::vector<float> counts_, sums_;
  const Amaf* reference_ = nullptr;
  std::vector<symmetry::Element> frames_;  // from the stage up to that of the reference
  std::vector<float> turned_;
  std::uint32_t first_move_ = 0;
};

}  // namespace woodstock::search::grave
