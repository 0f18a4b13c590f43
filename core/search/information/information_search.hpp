// What searches over information sets share: they begin with all that their role thinks possible, and a state
// that is known is the simplest case of that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "search/engines.hpp"
#include "search/information/observer.hpp"
#include "search/information/views.hpp"
#include "search/search.hpp"

namespace woodstock::search::information {

class InformationSearch : public Search {
 public:
  void set_root(const State& state) final;
  bool takes_worlds() const final { return true; }
  bool set_worlds(std::span<const World> worlds) final;

 protected:
  // At most so many views, each of so many plays.
  InformationSearch(const Engines& engines, std::uint32_t role, std::uint32_t views, std::uint32_t plays);

  std::uint32_t role_;
  std::uint32_t roles_;
  std::int32_t chance_;
  Observer observer_;
  Views views_;
  Random random_{0};
  std::uint32_t root_number_ = 0;
  // At the root: own moves, and moves × roles rewards.
  std::vector<std::uint32_t> moves_;
  std::vector<double> totals_;
  std::uint64_t samples_ = 0;

 private:
  // There is a new root, of these worlds.
  virtual void begin(std::span<const World> worlds) = 0;
};

}  // namespace woodstock::search::information
