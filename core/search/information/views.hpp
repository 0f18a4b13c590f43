// Where an information-set search begins: what its role thinks possible, and what the other roles may think
// possible in each of those states.
//
// A search from the own belief alone leaks: its own secrets are the same in every state that it draws, so the
// others' moves in its tree answer them as if they were known. So what another role may take for possible is
// drawn anew (re-determinised; Goodman 2019, "Re-determinizing MCTS in Hanabi"): plays from the start that
// agree with all that this role has observed, by a particle filter in which hidden moves are uniform. Of
// those plays again other roles may think differently, and so on, as far as there is room.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/random.hpp"
#include "search/budget.hpp"
#include "search/engines.hpp"
#include "search/information/observer.hpp"
#include "search/search.hpp"

namespace woodstock::search::information {

struct Root {
  State state;
  std::vector<Key> keys;  // per role, what it has observed
  double weight = 1;
  std::vector<std::vector<std::uint32_t>> line;  // joint moves; empty: not known
};

// What a role thinks possible after what it has observed.
struct View {
  std::uint32_t role;
  double share;  // how likely the role has observed this, as far as the searching one can tell
  std::vector<Root> roots;
  double weight = 0;  // of all roots
};

class Views {
 public:
  // At most so many views, each of so many plays.
  Views(const Engines& engines, std::uint32_t role, std::uint32_t most, std::uint32_t samples);

  void set_worlds(std::span<const World> worlds);
  // Draws others' views until there are enough or a part of the time is gone; what there is is kept.
  void look_around(const Budget& budget, Random& random);

  Key own_key() const { return own_key_; }
  const std::vector<View>& views() const { return views_; }
  // A view: the own one, or with this probability another role's.
  const View& draw(double others, Random& random) const;
  static const Root& draw(const std::vector<Root>& roots, Random& random);
  // Whether a role may learn from a play that begins at a root of a view: if it is the role's own view, or if
  // there is none for what the role has observed.
  bool learns(const View& view, const Root& root, std::uint32_t role) const {
    return role == view.role || !seen_.contains(root.keys[role]);
  }

 private:
  using Plays = std::vector<Root>;

  void view_from(std::size_t view, std::size_t root, const Budget& budget, Random& random);
  bool plays_like(const Root& root, std::uint32_t role, const Budget& budget, Random& random, Plays& plays);
  void continue_plays(const Plays& plays, const Root& root, std::uint32_t role, std::size_t step, Key target,
                      Random& random, Plays& next);
  bool every_step(const Plays& plays, std::uint32_t role, std::uint32_t made, Key target, std::uint64_t most,
                  Plays& next);
  void step_at_random(const Root& play, std::uint32_t role, std::uint32_t made, Key target, Random& random,
                      Plays& next);
  void add_if_seen(const Root& play, double weight, std::uint32_t role,
                   const std::vector<std::uint32_t>& joint, Key target, Plays& next);

  std::uint32_t role_;
  std::uint32_t most_, samples_;
  std::int32_t chance_;
  bool percepts_;
  Observer observer_;
  Key own_key_ = 0;
  std::vector<View> views_;  // the own one first
  std::unordered_set<Key> seen_;
  std::unordered_map<Key, std::size_t> view_of_;
  std::size_t looked_ = 0;  // views whose roots were looked around from
  double others_share_ = 0;
  std::unordered_map<Key, Plays> known_, known_before_;  // drawn for this root, and for the one before
};

}  // namespace woodstock::search::information
