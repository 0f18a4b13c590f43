// What a stage is worth by what its policies are worth (004 §2.1, eq. 1 and 2): the best of the role that
// decides; where several do, each has its best against the others' worst.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace woodstock::search::mac_ucb_2016 {

// The players' moves of a policy, and what it is worth to each role.
struct Judged {
  std::span<const std::uint32_t> moves;
  std::span<const double> values;
};

class Valuation {
 public:
  explicit Valuation(std::vector<Judged> policies);

  const std::vector<std::uint32_t>& deciders() const { return deciders_; }  // roles with a choice
  // The role whose utility decides, if only one has a choice.
  std::optional<std::uint32_t> decider() const {
    return deciders_.size() == 1 ? std::optional(deciders_[0]) : std::nullopt;
  }
  std::vector<double> value() const;
  // The policy that decides the value of a role: with the worst replies to its best move.
  std::size_t principal(std::uint32_t role) const;
  // Of the policies with one of a role's moves, the worst for it if others choose too, else the best.
  std::optional<std::size_t> reply(std::uint32_t role, std::uint32_t move) const;

 private:
  std::vector<Judged> policies_;
  std::vector<std::uint32_t> deciders_;
};

}  // namespace woodstock::search::mac_ucb_2016
