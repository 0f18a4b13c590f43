// A game of several boards that are played at the same time, each searched as a game of its own (Günther,
// Schiffel & Thielscher 2009, Factoring general games, §5; Zhao, Schiffel & Thielscher 2009). At every step a
// role has a choice on one board at most: a decision searches that board, and whoever waits all of them.
//
// What a board's search proves is true of the board: another one may end the game before. So nothing is
// reported as proven, but what is proven decides: of proven wins the shortest is played, and of losses the
// longest, since boards race.
#pragma once

#include <cstdint>
#include <vector>

#include "base/state.hpp"
#include "search/engines.hpp"
#include "search/proof/proof.hpp"
#include "search/search.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::search::factored {

// A board with its search. Searches and their games belong to somebody else and outlive this.
struct Board {
  Search* search = nullptr;
  proof::ProofSearch* proof = nullptr;        // on the same game; null: none
  std::vector<std::uint32_t> fluents;         // that count on the board
  std::vector<std::uint32_t> representative;  // per move of the role: the one that stands for it on the board
};

class FactoredSearch final : public Search {
 public:
  // `share` of each run goes to the proof search. Throws std::invalid_argument without boards.
  FactoredSearch(const Engines& whole, std::uint32_t role, std::vector<Board> boards, double share);

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

 private:
  SearchEnd search_active(const Budget& budget);
  SearchEnd search_all(const Budget& budget);
  std::uint32_t preferred(const SearchReport& report) const;

  std::uint32_t role_;
  std::vector<Board> boards_;
  double share_;
  stepper::Stepper stepper_;
  std::vector<proof::Report> proofs_;  // per board, of the last run
  std::vector<std::uint32_t> legal_;   // of the role at the root
  std::size_t active_ = 0;             // the board on which it has a choice
  bool choice_ = false;
};

}  // namespace woodstock::search::factored
