// Information-set Monte Carlo tree search with many observers (Cowling, Powley & Whitehouse 2012, MO-ISMCTS):
// a bandit for each role and all that it has observed, one state drawn for each iteration. A move is judged
// over all states that its role cannot tell apart, so knowing is worth something and so is hiding; moves that
// are not legal in every such state are compared by how often they were available:
//
//   score(i) = Q(i) + c · sqrt(ln available(i) / n(i))
//
// Iterations begin in turn from what the own role thinks possible and from what others may think possible
// (views.hpp). A role learns from those of its own; in the rest it plays by its mean strategy so far, its
// moves drawn by their visits (as in fictitious play; Heinrich & Silver 2015). Roles that move at once choose
// each for themselves, chance by its legal moves. Each time the visits of a set have doubled what it knows
// counts half, since the others were learning meanwhile.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/engines.hpp"
#include "search/information/information_search.hpp"
#include "search/information/sets.hpp"
#include "search/opinion.hpp"
#include "search/sampler.hpp"

namespace woodstock::search::ismcts {

struct Options {
  double exploration = 0.4;
  double others = 0.5;
  std::uint32_t views = 32;
  std::uint32_t plays = 16;
  std::uint32_t playouts = 16;
  std::uint32_t leaves = 16;
  std::uint32_t horizon = 1000;
};

class Ismcts : public information::InformationSearch, public Opinion {
 public:
  Ismcts(const Engines& engines, std::uint32_t role, const Options& options);

  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;
  // By the visits of the moves.
  bool expects(std::span<const std::vector<std::uint32_t>> line, std::uint32_t role,
               std::span<const std::uint32_t> moves, std::span<double> odds) override;

 private:
  struct Choice {
    std::uint32_t move;
    std::uint32_t visits = 0;
    std::uint32_t open = 0;  // of these, whose rewards are still to come
    std::uint32_t available = 0;
    double sum = 0;  // of the role's own rewards
  };
  using Sets = information::Sets<Choice>;
  struct Step {
    Sets::Set* set;
    std::size_t place;
    std::uint32_t role;
  };
  struct Path {
    std::vector<Step> steps;
    std::vector<double> rewards;
    State leaf;
    bool over = false;
    std::int32_t first = -1;  // the own move at the root, if the state was drawn from the own view
  };

  void begin(std::span<const World> worlds) override;
  void descend(Path& path);
  bool choose_all(Path& path, std::uint32_t viewer);
  std::uint32_t chosen(std::uint32_t role, Path& path, bool& fresh);
  std::uint32_t drawn(std::uint32_t role);
  static void forget_half(Sets::Set& set);
  void back_up(const Path& path);
  bool make_room(const Budget& budget);

  Options options_;
  Sampler sampler_;
  Sets sets_;
  std::uint32_t swept_ = 0;  // the root for which earlier sets were forgotten
  bool growing_ = true;      // while there is memory
  std::vector<Path> paths_;
  std::vector<bool> learns_;
  std::vector<std::uint32_t> legal_, joint_;
  std::vector<std::uint64_t> tries_;  // per own move at the root: iterations from the own view it began
  std::uint32_t depth_ = 0;
};

}  // namespace woodstock::search::ismcts
