// The successors of a stage in canonical form (Koriche et al. 2017, IJCAI, §5: MAC-UCB-SYM; 2017, RIA, §6):
// those that are images of each other are one stage of the tree, evaluated once with the playouts of all, and
// chance's outcomes among them add their probabilities.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/canonical.hpp"

namespace woodstock::search::mac_ucb {

struct Images {
  std::vector<std::uint64_t> forms;       // state after state
  std::vector<symmetry::Element> frames;  // what leads from each successor to its form
  std::vector<std::uint32_t> twins;       // the first successor with the same form
  std::vector<std::uint32_t> counts;      // how many have it

  bool empty() const { return frames.empty(); }
  void clear() { frames.clear(); }
  // Of the successors of a state, all of as many words.
  void find(const symmetry::Canonical& group, std::span<const std::uint64_t> state,
            std::span<const std::uint64_t> successors);
  bool is_twin(std::uint32_t successor) const { return !empty() && twins[successor] != successor; }
  bool some_twins() const {
    return std::ranges::any_of(counts, [](auto count) { return count > 1; });
  }
  // Whether some successor is not its own form.
  bool turned() const {
    return std::ranges::any_of(frames, [](auto frame) { return frame != symmetry::kIdentity; });
  }
  std::uint32_t count(std::uint32_t successor) const { return empty() ? 1 : counts[successor]; }
  // How many successors share the playouts of this one.
  std::uint32_t sharing(std::uint32_t successor) const { return empty() ? 1 : counts[twins[successor]]; }

 private:
  static constexpr std::uint32_t kNothing = 0xffffffff;
  std::vector<std::uint32_t> slots_;
};

// What moves of the tree are called outside.
struct Frames {
  const symmetry::Canonical* group = nullptr;
  std::vector<std::uint32_t> role_begin;

  // A role's move before a frame; -1 (nothing) stays.
  std::int32_t before(symmetry::Element frame, std::uint32_t role, std::int32_t move) const {
    if (frame == symmetry::kIdentity || move < 0) return move;
    const auto begin = role_begin[role];
    return static_cast<std::int32_t>(group->move_back(frame, begin + static_cast<std::uint32_t>(move)) -
                                     begin);
  }
  std::int32_t before(std::span<const symmetry::Element> frames, std::uint32_t role,
                      std::int32_t move) const {
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) move = before(*frame, role, move);
    return move;
  }
};

}  // namespace woodstock::search::mac_ucb
