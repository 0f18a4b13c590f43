// UCT (Kocsis & Szepesvári 2006) for many players (Sturtevant 2008), as the papers' first rival
// (Koriche et al. 2016, §5.1):
//
//   score(i) = Q(i) + c · sqrt(ln N / (n(i) + 1))
//
// Q(i) is the mean of the child's visits; an arm never tried counts with the mean of its stage.
#pragma once

#include "search/bandits.hpp"

namespace woodstock::search::uct {

struct Options : BanditOptions {
  double exploration = 0.3;
};

class Uct : public Bandits {
 public:
  Uct(const Engines& engines, std::uint32_t role, const Options& options)
      : Bandits(engines, role, options), exploration_(options.exploration) {}

 protected:
  double score(const Arm& arm, double value) const override;
  void prepare_scores(const Path& path, NodeIndex node, std::uint32_t role) override;

 private:
  double exploration_;
  double log_visits_ = 0;
};

}  // namespace woodstock::search::uct
