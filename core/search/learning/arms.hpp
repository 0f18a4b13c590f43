// The choice at a stage: the role that has one, its moves (arms), and for each of them what chance, or other
// roles at the same time, may add. Joint moves are numbered as the lanes do, the last role's running fastest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace woodstock::search::learning {

inline constexpr std::uint32_t kNobody = ~0U;

struct Arms {
  std::uint32_t role = kNobody;  // who chooses; nobody where all moves are forced or chance's
  std::uint32_t count = 1;
  std::size_t stride = 1, outcomes = 1;
  bool simultaneous = false;  // another role has a choice too: it counts as an outcome

  // Where several roles choose, the arms are those of the first of them, or of the one preferred.
  static Arms of(std::span<const std::uint32_t> choices, std::int32_t chance_role,
                 std::uint32_t preferred = kNobody) {
    Arms arms;
    std::size_t stride = 1;
    for (auto role = static_cast<std::uint32_t>(choices.size()); role-- > 0;) {
      const bool chooses = choices[role] > 1 && static_cast<std::int32_t>(role) != chance_role;
      arms.simultaneous = arms.simultaneous || (chooses && arms.role != kNobody);
      if (chooses && (arms.role == kNobody || arms.role != preferred)) {
        arms.role = role;
        arms.count = choices[role];
        arms.stride = stride;
      }
      stride *= choices[role];
    }
    arms.outcomes = stride / arms.count;
    return arms;
  }
  std::size_t joint(std::size_t arm, std::size_t outcome) const {
    return outcome / stride * (stride * count) + arm * stride + outcome % stride;
  }
};

}  // namespace woodstock::search::learning
