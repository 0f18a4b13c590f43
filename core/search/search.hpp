// The interface of every search of the core: a root, a budget, a report. A search belongs to one role of one
// game and to one thread at a time; only the budget's stop flag may be touched meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "search/budget.hpp"
#include "symmetry/canonical.hpp"

namespace woodstock::search {

enum class SearchEnd : std::uint8_t { kDeadline, kSimulations, kStopped, kSolved };

// What a search thinks of one of its role's moves. Values are goals, 0 to 100.
struct MoveReport {
  std::uint32_t move = 0;      // numbered within the role
  std::uint64_t visits = 0;    // playouts behind the values
  std::vector<double> values;  // per role; empty if the move was never tried
  bool proven = false;         // the values are exact
  double weight = 0;           // how likely the search is to play it: 1 and 0, or a mixed strategy
};

// How the threads' working time divides (003 §5.2, 002 §5: exploitation, exploration, symmetries), in
// seconds.
struct WorkTime {
  double solving = 0;   // stages
  double sampling = 0;  // playouts
  double symmetry = 0;  // canonical forms
};

struct SearchReport {
  std::vector<MoveReport> moves;  // every legal move of the role at the root, in the order of the moves
  std::uint32_t chosen = 0;       // index in `moves` of the one to play
  std::vector<double> values;     // per role: the root's
  bool proven = false;            // the root is solved: no search will find a better move
  std::uint64_t samples = 0;      // simulations behind this root
  std::uint64_t stages = 0;       // stages expanded since the search was made
  std::uint64_t nodes = 0;        // in the tree now
  std::uint32_t depth = 0;        // of the deepest line of the last run, in joint moves
  std::uint64_t images = 0;       // successors that were images of others, of so many looked at
  std::uint64_t forms = 0;
  bool forms_used = false;                       // below this root
  WorkTime work;                                 // since the search was made; of searches that divide it
  std::vector<std::vector<std::uint32_t>> line;  // expected joint moves, one move per role
};

// A stage of the tree below another one.
struct Successor {
  std::vector<std::int32_t> moves;  // per role; -1 where a role does nothing
  State state;
  std::vector<double> values;  // goals per role, 0 to 100; empty if nothing is known of them
  std::uint64_t samples = 0;
  bool proven = false;
};

// A state that a match may be in, and how likely that is.
struct World {
  State state;
  double weight = 1;
  std::vector<std::vector<std::uint32_t>> line;  // joint moves from the start to it; empty: not known
};

class Search {
 public:
  virtual ~Search() = default;
  // Goes on from this state and keeps what is known about it and what follows. Before it there is nothing to
  // search, and nothing to report.
  virtual void set_root(const State& state) = 0;
  // Whether it can begin with several states that are possible.
  virtual bool takes_worlds() const { return false; }
  // Goes on from all that the role thinks possible, the likeliest state first. False from searches that know
  // of one state only.
  virtual bool set_worlds(std::span<const World> /*worlds*/) { return false; }
  // Symmetries of the game, to be used from the next root on, which begins a new tree. False from searches
  // that have no use for them.
  virtual bool set_symmetry(std::shared_ptr<const symmetry::Canonical> /*group*/) { return false; }
  // Blocks until the budget is spent, the flag is set or the root is solved.
  virtual SearchEnd run(const Budget& budget) = 0;
  // What is known about the root. Always names a legal move if there is one, even before any run.
  virtual SearchReport report() const = 0;
  // What the tree holds below a stage of its own, `depth` joint moves from the root: to walk it from the root
  // down. Nothing for a stage that it does not hold or has not expanded, and by searches without a tree.
  virtual std::vector<Successor> successors(const State& /*state*/, std::uint32_t /*depth*/) const {
    return {};
  }
};

}  // namespace woodstock::search
