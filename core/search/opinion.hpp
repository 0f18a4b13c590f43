// What a search that goes by observations thinks the roles will do: a policy for those who follow a match.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::search {

class Opinion {
 public:
  virtual ~Opinion() = default;
  // How likely a role is to make each of its legal moves (numbered within the role) after a line of joint
  // moves; false if nothing is known of that.
  virtual bool expects(std::span<const std::vector<std::uint32_t>> line, std::uint32_t role,
                       std::span<const std::uint32_t> moves, std::span<double> odds) = 0;
};

}  // namespace woodstock::search
