#include "search/information/information_search.hpp"

namespace woodstock::search::information {

InformationSearch::InformationSearch(const Engines& engines, std::uint32_t role, std::uint32_t views,
                                     std::uint32_t plays)
    : role_(role),
      roles_(engines.role_count()),
      chance_(engines.chance_role),
      observer_(engines),
      views_(engines, role, views, plays) {}

void InformationSearch::set_root(const State& state) {
  const World world{state, 1, {}};
  set_worlds({&world, 1});
}

bool InformationSearch::set_worlds(std::span<const World> worlds) {
  views_.set_worlds(worlds);
  ++root_number_;
  samples_ = 0;
  auto& stepper = observer_.stepper();
  stepper.load(worlds.front().state);
  moves_ = stepper.terminal() ? std::vector<std::uint32_t>{} : stepper.legal(role_);
  totals_.assign(moves_.size() * roles_, 0);
  begin(worlds);
  return true;
}

}  // namespace woodstock::search::information
