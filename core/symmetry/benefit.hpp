// Whether canonical forms pay: they cost a little at every successor and save a subtree at every successor
// that is an image of another one of the same state. Away from the first moves a board is seldom symmetric,
// and then they only cost. (States that are met again on other lines do not count: most of them transpose as
// they are.) Decided by counts, not by clocks, so that a search stays repeatable.
//
// Once given up they stay so: states from before and after meet only by chance, so that going to and fro
// would lose the lines that transpose.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace woodstock::symmetry {

class Benefit {
 public:
  Benefit() = default;
  // Of forms under a group of this order.
  explicit Benefit(std::size_t order) : forms_a_hit_(std::max<std::size_t>(1, kElementsAHit / order)) {}

  void add(std::uint64_t forms, std::uint64_t hits) {
    forms_ += forms;
    hits_ += hits;
    all_forms_ += forms;
    all_hits_ += hits;
    if (forms_ < kWindow) return;
    pays_ = pays_ && hits_ * forms_a_hit_ >= forms_;
    forms_ = hits_ = 0;
  }
  bool pays() const { return pays_; }
  std::uint64_t forms() const { return all_forms_; }
  std::uint64_t hits() const { return all_hits_; }

 private:
  static constexpr std::uint64_t kWindow = 1024;
  // A hit saves some playouts at least, microseconds; a form costs nanoseconds for each element.
  static constexpr std::size_t kElementsAHit = 1024;

  bool pays_ = true;
  std::uint64_t forms_a_hit_ = kElementsAHit;
  std::uint64_t forms_ = 0, hits_ = 0, all_forms_ = 0, all_hits_ = 0;
};

}  // namespace woodstock::symmetry
