// A search of a game of beliefs: what is small is solved exactly, what is large is left to any search of
// trees, asked about beliefs.
//
// A share of the first run of a root goes to solving it. If that fails and yet most beliefs that follow it
// are small, those that the search of the tree comes to are solved.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "belief/belief.hpp"
#include "search/belief_game/belief_game.hpp"
#include "search/belief_game/solver.hpp"
#include "search/search.hpp"

namespace woodstock::search::belief_game {

class BeliefSearch final : public Search {
 public:
  using Make = std::function<std::unique_ptr<Search>(const Engines& engines, std::uint32_t role)>;

  // `solving`: the share of a run for solving the root, 0 to 1.
  BeliefSearch(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t role, Make make, double solving = 0);

  void set_belief(const belief::Belief& belief);
  // A state that is known.
  void set_root(const State& state) override { set_belief(belief::Belief::only(state.words())); }
  // Half of the memory is for the tree, half for beliefs.
  SearchEnd run(const Budget& budget) override;
  // Without a line; nothing is proven where a sample stood for a belief.
  SearchReport report() const override;
  std::size_t bytes() const { return game_->bytes(); }
  bool exact() const { return solution_ != nullptr || game_->table().exact(); }
  // Whether the root is solved without the tree.
  bool solved() const { return solution_ != nullptr; }

 private:
  void begin();
  Budget solve(const Budget& budget);
  void describe_solution(SearchReport& report) const;

  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t role_;
  Make make_;
  double solving_;
  std::size_t memory_ = BeliefGame::kMemory;
  Solver solver_;
  belief::Belief belief_;
  const Solution* solution_ = nullptr;  // of the root
  bool tried_ = false;                  // to solve it
  std::shared_ptr<BeliefGame> game_;
  std::unique_ptr<Search> search_;
};

}  // namespace woodstock::search::belief_game
