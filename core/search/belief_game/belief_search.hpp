// A search of a game of beliefs: any search of trees, asked about beliefs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "belief/belief.hpp"
#include "search/belief_game/belief_game.hpp"
#include "search/search.hpp"

namespace woodstock::search::belief_game {

class BeliefSearch final : public Search {
 public:
  using Make = std::function<std::unique_ptr<Search>(const Engines& engines, std::uint32_t role)>;

  BeliefSearch(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t role, Make make);

  void set_belief(const belief::Belief& belief);
  // A state that is known.
  void set_root(const State& state) override { set_belief(belief::Belief::only(state.words())); }
  SearchEnd run(const Budget& budget) override { return search_->run(budget); }
  // Without a line; nothing is proven where a sample stood for a belief.
  SearchReport report() const override;
  std::size_t bytes() const { return game_->table().bytes(); }
  bool exact() const { return game_->table().exact(); }

 private:
  void begin();

  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t role_;
  Make make_;
  std::shared_ptr<BeliefGame> game_;
  std::unique_ptr<Search> search_;
};

}  // namespace woodstock::search::belief_game
