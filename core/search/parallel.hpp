// Root parallelisation (Chaslot, Winands & van den Herik 2008): every thread grows a tree of its own with its
// own random numbers, and the statistics of the root's moves are added up. Chosen because the trees share
// nothing: the outcome is repeatable for any number of threads, and no search needs a lock.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "search/engines.hpp"
#include "search/search.hpp"

namespace woodstock::search {

class RootParallel : public Search {
 public:
  using Make = std::function<std::unique_ptr<Search>()>;
  // Picks the move to play from added-up statistics, the role, and the seed of the last run.
  using Choose =
      std::function<std::uint32_t(const std::vector<MoveReport>&, std::uint32_t role, std::uint64_t seed)>;

  RootParallel(Make make, std::uint32_t role, Choose choose);

  void set_root(const State& state) override;
  bool takes_worlds() const override { return members_[0]->takes_worlds(); }
  bool set_worlds(std::span<const World> worlds) override;
  bool set_symmetry(std::shared_ptr<const symmetry::Canonical> group) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;
  // The first thread's.
  Search& first() { return *members_[0]; }
  // In the first thread's tree.
  std::vector<Successor> successors(const State& state, std::uint32_t depth) const override;

 private:
  Make make_;
  std::uint32_t role_;
  Choose choose_;
  void set_root_of(Search& member) const;

  State root_;
  std::vector<World> worlds_;  // empty: the root is known
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<Search>> members_;
  std::shared_ptr<const symmetry::Canonical> group_;
};

// The move with the most visits, unless another one's exact value is better than its mean.
std::uint32_t most_visited(const std::vector<MoveReport>& moves, std::uint32_t role, std::uint64_t seed = 0);
std::uint32_t best_mean(const std::vector<MoveReport>& moves, std::uint32_t role, std::uint64_t seed = 0);

// How a kind of search is made that has one thread: one for each.
template <typename One, typename Options>
auto one_a_thread(RootParallel::Choose choose = most_visited) {
  return [=](const Engines& engines, std::uint32_t role, const Options& options) -> std::unique_ptr<Search> {
    return std::make_unique<RootParallel>([=] { return std::make_unique<One>(engines, role, options); }, role,
                                          choose);
  };
}

}  // namespace woodstock::search
