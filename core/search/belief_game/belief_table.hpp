// Names for what a game of beliefs can be at: a belief, where players choose; a joint action made there,
// where what is seen decides; the end of a play with its goals. Equal ones have one name. A name is made of
// the content, so that it does not depend on who came first (but for the rare ones whose names would be
// equal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <variant>
#include <vector>

#include "belief/belief.hpp"

namespace woodstock::search::belief_game {

using Name = std::uint64_t;

struct Action {
  Name belief;
  std::vector<std::uint32_t> moves;      // per role, numbered within the role
  std::vector<std::int32_t> prescribed;  // the same for the lanes; chance is free
  bool operator==(const Action& other) const { return belief == other.belief && moves == other.moves; }
};

struct End {
  std::vector<std::int32_t> goals;
  bool operator==(const End&) const = default;
};

// Any number of threads may use it. Entries stay where they are.
class BeliefTable {
 public:
  using Entry = std::variant<belief::Belief, Action, End>;

  // A belief with more than `states` is kept as a sample, and with fewer the more `memory` (bytes) is used
  // up.
  BeliefTable(std::size_t states, std::size_t memory) : states_(states), memory_(memory) {}
  void set_memory(std::size_t bytes);

  Name add(const belief::Belief& belief);
  Name add(Action action);
  Name add(End end);
  const Entry& at(Name name) const;
  const belief::Belief& belief(Name name) const { return std::get<belief::Belief>(at(name)); }
  std::size_t bytes() const;
  // Whether the memory is used up. Names are never given back: whoever enters them must come to an end.
  bool full() const;
  // Whether all beliefs are exact, and nothing else was left out.
  bool exact() const;
  void leave_out();

 private:
  template <typename Same>
  Name enter(std::uint64_t key, Entry entry, std::size_t bytes, Same same);
  std::size_t allowed(std::size_t words) const;

  std::size_t states_, memory_;
  mutable std::mutex mutex_;
  std::unordered_map<Name, Entry> entries_;
  std::size_t bytes_ = 0;
  bool exact_ = true;
};

}  // namespace woodstock::search::belief_game
