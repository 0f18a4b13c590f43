// Information sets by what their role has observed: the moves that it may make there, each with what a search
// keeps of it (`Choice`, which has a member `move`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/information/observer.hpp"

namespace woodstock::search::information {

template <typename Choice>
class Sets {
 public:
  struct Set {
    std::vector<Choice> choices;
    std::uint32_t visits = 0;
    std::uint32_t last_used = 0;  // the root's number
  };

  std::size_t size() const { return sets_.size(); }
  std::size_t bytes() const { return bytes_; }
  // Null if there is none.
  const Set* find(Key key) const {
    const auto found = sets_.find(key);
    return found == sets_.end() ? nullptr : &found->second;
  }
  // The set, made if need be; its address stays.
  Set& at(Key key, std::uint32_t root_number) {
    const auto [found, is_new] = sets_.try_emplace(key);
    if (is_new) bytes_ += kSetBytes;
    found->second.last_used = root_number;
    return found->second;
  }
  // Where a move is among the choices. Legal moves should be the same wherever a role cannot tell states
  // apart; should they not, the set has all of them.
  std::size_t place(Set& set, std::uint32_t move) {
    for (std::size_t i = 0; i < set.choices.size(); ++i)
      if (set.choices[i].move == move) return i;
    bytes_ += sizeof(Choice);
    set.choices.push_back({.move = move});
    return set.choices.size() - 1;
  }
  // Forgets what was not used since a root.
  void forget_before(std::uint32_t root_number) {
    std::erase_if(sets_, [&](const auto& entry) {
      const bool old = entry.second.last_used < root_number;
      if (old) bytes_ -= kSetBytes + entry.second.choices.size() * sizeof(Choice);
      return old;
    });
  }

 private:
  static constexpr std::size_t kSetBytes = sizeof(Set) + 32;  // and the table's own

  std::unordered_map<Key, Set> sets_;
  std::size_t bytes_ = 0;
};

}  // namespace woodstock::search::information
