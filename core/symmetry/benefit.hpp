// Whether canonical forms pay: they cost a little at every successor and save a subtree at every state that
// is an image of a known one. Away from the first moves a board is seldom symmetric, and then they only cost.
// Decided by counts, not by clocks, so that a search stays repeatable.
#pragma once

#include <cstdint>

namespace woodstock::symmetry {

class Benefit {
 public:
  void add(std::uint64_t forms, std::uint64_t hits) {
    forms_ += forms;
    hits_ += hits;
    all_forms_ += forms;
    all_hits_ += hits;
    if (forms_ < kWindow) return;
    pays_ = hits_ * kFormsPerHit >= forms_;
    forms_ = hits_ = 0;
  }
  bool pays() const { return pays_; }
  // At a new root, to be found out again.
  void reset() {
    pays_ = true;
    forms_ = hits_ = 0;
  }
  std::uint64_t forms() const { return all_forms_; }
  std::uint64_t hits() const { return all_hits_; }

 private:
  static constexpr std::uint64_t kWindow = 4096;
  // A hit saves some playouts at least, a form costs about a hundredth of that.
  static constexpr std::uint64_t kFormsPerHit = 64;

  bool pays_ = true;
  std::uint64_t forms_ = 0, hits_ = 0, all_forms_ = 0, all_hits_ = 0;
};

}  // namespace woodstock::symmetry
