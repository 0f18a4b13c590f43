#include "search/belief_game/belief_search.hpp"

#include <utility>

namespace woodstock::search::belief_game {

BeliefSearch::BeliefSearch(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t role, Make make)
    : lanes_(std::move(lanes)), role_(role), make_(std::move(make)) {
  begin();
}

void BeliefSearch::begin() {
  search_ = nullptr;
  game_ = std::make_shared<BeliefGame>(lanes_, role_);
  search_ = make_(game_->engines(), role_);
}

void BeliefSearch::set_belief(const belief::Belief& belief) {
  // Names are never given back while a tree may hold them; what was a sample once may be exact now.
  if (game_->table().bytes() > BeliefGame::kMemory / 2 || !game_->table().exact()) begin();
  search_->set_root(game_->position(belief));
}

SearchReport BeliefSearch::report() const {
  auto report = search_->report();
  report.line.clear();
  report.depth = (report.depth + 1) / 2;  // what is seen is a step of its own there
  if (exact()) return report;
  report.proven = false;
  for (auto& move : report.moves) move.proven = false;
  return report;
}

}  // namespace woodstock::search::belief_game
