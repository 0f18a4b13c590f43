// Whether a search uses canonical forms below its root. They cost a part of its time at every successor, and
// of what lies below a root they save about as much as moves of the root are images of others. Below a root
// with none, images meet only by chance. So the root decides: by counts, not by clocks, so that a search
// stays repeatable.
//
// A tree has forms everywhere or nowhere. In one that has both, a state is met turned this way and that, and
// lines that transpose are lost: where the use of forms changes, a new tree has to begin.
#pragma once

#include <cstddef>
#include <cstdint>

namespace woodstock::symmetry {

class Benefit {
 public:
  // A new root: how many moves the roles with a choice have, and how many orbits these are under the elements
  // that keep it. True if the use of forms changes. A root without a choice changes nothing.
  bool turn_to(std::size_t moves, std::size_t orbits) {
    const bool before = used_;
    if (moves > 0) used_ = kParts * orbits <= (kParts - 1) * moves;
    return used_ != before;
  }
  bool used() const { return used_; }
  // Forms that were made, and how many of them a sibling had already.
  void add(std::uint64_t forms, std::uint64_t hits) {
    forms_ += forms;
    hits_ += hits;
  }
  std::uint64_t forms() const { return forms_; }
  std::uint64_t hits() const { return hits_; }

 private:
  // One move in so many has to be an image of another: forms cost an eighth of the time and more.
  static constexpr std::size_t kParts = 4;

  bool used_ = false;
  std::uint64_t forms_ = 0, hits_ = 0;
};

}  // namespace woodstock::symmetry
