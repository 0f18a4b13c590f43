#include "belief/track.hpp"

#include <algorithm>

namespace woodstock::belief {

Track::Track(Step step, const Track& before)
    : belief_(std::move(step.belief)),
      origin_(std::make_shared<const Origin>(
          Origin{std::move(step.parents), std::move(step.moves), before.origin_})) {}

Line Track::line(std::uint32_t state) const {
  Line line{state, {}};
  for (const auto* origin = origin_.get(); origin != nullptr; origin = origin->before.get()) {
    const auto roles = origin->moves.size() / origin->parents.size();
    const auto begin = origin->moves.begin() + static_cast<std::ptrdiff_t>(line.first * roles);
    line.moves.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(roles));
    line.first = origin->parents[line.first];
  }
  std::ranges::reverse(line.moves);
  return line;
}

std::size_t Track::bytes() const {
  auto bytes = belief_.bytes();
  for (const auto* origin = origin_.get(); origin != nullptr; origin = origin->before.get())
    bytes += (origin->parents.capacity() + origin->moves.capacity()) * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace woodstock::belief
